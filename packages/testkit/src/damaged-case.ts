import { ArchiveError, type Entry, type FormatPlugin } from '@packwright/core';
import { describeError, fail } from './assert.ts';
import { guardPlugin } from './guard-plugin.ts';
import type { Sample } from './sample.ts';
import type { ScriptedRead } from './sources/scripted-source.ts';

/** Entries of a damaged archive that are read; more rows than this only repeat the first ones. */
const mostEntries = 256;

/** What a damaged archive gave, when it gave anything. */
export interface DamagedEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Opens damaged bytes and reads all that can be read, under watch: only an `ArchiveError` may come, and soon. */
export class DamagedCase {
  readonly #sample: Sample;
  readonly #plugin: FormatPlugin;
  readonly #memory: number;
  #violation: string | undefined;
  #deadline = 0;
  #read = 0;
  #readLimit = 0;

  constructor(sample: Sample, size: number) {
    this.#sample = sample;
    this.#plugin = guardPlugin(sample.plugin, (text) => this.#report(text));
    this.#memory = memoryFor(sample, size);
  }

  /** Most bytes that may be allocated at once. */
  get memory(): number {
    return this.#memory;
  }

  /** Gives the entries that can be read; throws only when a promise is broken. */
  async run(bytes: Uint8Array, what: string): Promise<readonly DamagedEntry[]> {
    const { deadline } = this.#sample.settings;
    this.#violation = undefined;
    this.#deadline = performance.now() + deadline;
    this.#read = 0;
    this.#readLimit = 2 ** 20 + 64 * bytes.length;
    const found = await withoutStackTraces(() => withTimeout(this.#readAll(bytes), deadline, what));
    if (this.#violation !== undefined) fail(`${what}: ${this.#violation}.`);
    if (performance.now() > this.#deadline) fail(`${what}: took longer than ${deadline} ms.`);
    return found;
  }

  async #readAll(bytes: Uint8Array): Promise<readonly DamagedEntry[]> {
    const sample = this.#sample;
    const source = sample.source(bytes, { before: (read) => this.#meter(read) });
    const found: DamagedEntry[] = [];
    try {
      const archive = await sample.open(source, {
        formats: [this.#plugin],
        format: this.#plugin.id,
        limits: { memory: this.#memory, entrySize: this.#memory, entries: 1_000_000 },
      });
      // Opening is what a table can drive astray; what entries read is bounded by their number.
      this.#readLimit = Number.POSITIVE_INFINITY;
      const count = Math.min(archive.length, mostEntries);
      for (let number = 0; number < count; number++) {
        const entry = await this.#readEntry(() => archive.entry(number));
        if (entry !== undefined) found.push(entry);
      }
      await archive.close();
    } catch (error) {
      this.#judge(error, 'opening');
    }
    return found;
  }

  async #readEntry(open: () => Entry): Promise<DamagedEntry | undefined> {
    try {
      const entry = open();
      const { path, kind, size } = entry;
      if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
        this.#report(`found the size ${size} for ${JSON.stringify(path)}, expected a whole number`);
      }
      return kind === 'directory' ? undefined : { path, bytes: await entry.bytes({ check: false }) };
    } catch (error) {
      this.#judge(error, 'reading');
      return undefined;
    }
  }

  #judge(error: unknown, what: string): void {
    if (!ArchiveError.is(error))
      this.#report(`${what} failed with ${describeError(error)}, expected an ArchiveError`);
    else if (error.code === 'PLUGIN_INVALID') this.#report(`${what} failed with ${describeError(error)}`);
  }

  /** Every read passes here, so a loop that reads cannot run for ever even when it never waits. */
  #meter({ length }: ScriptedRead): void {
    this.#read += Math.max(1, length);
    if (this.#read > this.#readLimit) this.#stop(`more than ${this.#readLimit} bytes were read to open it`);
    if (performance.now() > this.#deadline)
      this.#stop(`still reads after ${this.#sample.settings.deadline} ms`);
  }

  #stop(text: string): never {
    this.#report(text);
    throw new ArchiveError('SOURCE_FAILED', `The testkit stops here: ${text}.`);
  }

  #report(text: string): void {
    this.#violation ??= text;
  }
}

function memoryFor(sample: Sample, size: number): number {
  const content = sample.entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  return sample.settings.memory ?? 4 * 2 ** 20 + 64 * size + 4 * content;
}

/** Thousands of errors are expected here, and nobody reads where they come from; V8 takes most of the time for that. */
async function withoutStackTraces<T>(work: () => Promise<T>): Promise<T> {
  const errors = Error as ErrorConstructor & { stackTraceLimit?: number };
  const { stackTraceLimit } = errors;
  errors.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    if (stackTraceLimit !== undefined) errors.stackTraceLimit = stackTraceLimit;
  }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer after ${milliseconds} ms.`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
