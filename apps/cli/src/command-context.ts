import { readFileSync, statSync } from 'node:fs';
import {
  type Archive,
  ArchiveError,
  type Finding,
  type FormatHandle,
  type Keys,
  MemoryBudget,
  MemoryShare,
  NameList,
  type OpenOptions,
  openArchive,
} from '@packwright/core';
import {
  Breath,
  checkReadable,
  type Discovery,
  discoverPlugins,
  FileSource,
  installNodeNatives,
  loadPlugin,
  openKeys,
  readStdin,
} from '@packwright/node/reading';
import { type ArchiveChain, openChain, parseArchivePath } from '@packwright/toolkit';
import { FlagReader } from './arguments/flag-reader.ts';
import type { ParsedCommand } from './arguments/verb.ts';
import { exitCodes } from './exit-code.ts';
import type { Output } from './output/output.ts';
import { formatSize } from './output/size.ts';
import { withReadOptions } from './split-options.ts';

/** Milliseconds after which long work lets signals through. */
const breathEvery = 40;

/** An archive named on the command line, possibly inside others. */
export interface OpenedPath {
  /** As the user wrote it. */
  readonly text: string;
  readonly chain: ArchiveChain;
  readonly archive: Archive;
  /** Closes what was opened for it, where that shall not wait for the end of the command. */
  close(): Promise<void>;
}

/** What a verb works with: the parsed command, output, installed formats, and archives that it opens. */
export class CommandContext extends FlagReader {
  readonly output: Output;
  readonly #open: (() => Promise<void>)[] = [];
  readonly #names: NameList[] = [];
  readonly #breath = new Breath(breathEvery, () => {});
  #discovery: Discovery | undefined;
  #formats: readonly FormatHandle[] | undefined;
  #keys: Keys | undefined;
  #openOptions: Promise<OpenOptions> | undefined;
  #budget: MemoryBudget | undefined;

  constructor(command: ParsedCommand, output: Output) {
    super(command);
    this.output = output;
  }

  /** The one budget of this run. */
  budget(): MemoryBudget {
    this.#budget ??= new MemoryBudget(this.limits().memory);
    return this.#budget;
  }

  /** What is installed around the command. */
  discovery(): Discovery {
    this.#discovery ??= discoverPlugins(import.meta.url, process.argv[1]);
    return this.#discovery;
  }

  /** Formats to choose from: those named with `--plugin` first, then those installed. */
  async formats(): Promise<readonly FormatHandle[]> {
    if (this.#formats !== undefined) return this.#formats;
    const named: FormatHandle[] = [];
    for (const plugin of this.flags('plugin')) named.push(...(await loadPlugin(plugin, import.meta.url)));
    const ids = new Set(named.map(({ id }) => id));
    const isBundled = (name: string): boolean => name.startsWith('@packwright/');
    const installed = this.discovery().formats.filter(
      (format) => !ids.has(format.id) && (!this.has('no-plugins') || isBundled(format.package)),
    );
    this.#formats = [...named, ...installed];
    return this.#formats;
  }

  async keys(): Promise<Keys> {
    this.#keys ??= await openKeys(this.flags('keys'), await this.formats(), {
      onPluginFailure: (error) => this.output.warn(error.message),
    });
    return this.#keys;
  }

  /** Options for opening archives, from the common flags; made once, because lists of names can be long. */
  openOptions(): Promise<OpenOptions> {
    this.#openOptions ??= this.#makeOpenOptions();
    return this.#openOptions;
  }

  /** Splits a path into the file on disk and the paths inside it. */
  split(text: string): Promise<{ outer: string; inner: readonly string[] }> {
    return parseArchivePath(text, (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
  }

  /**
   * Opens an archive on disk; `-` is standard input. Closed when the command ends. With `writes`, options that the
   * format does not have for reading are left for writing.
   */
  async openFile(path: string, writes = false): Promise<Archive> {
    const warning = path === '-' ? undefined : checkReadable(path);
    if (warning !== undefined) this.output.warn(warning);
    const source = path === '-' ? await readStdin() : FileSource.open(path);
    this.#open.push(() => source.close());
    const options = await this.openOptions();
    const isShared = writes && this.has('option');
    const archive = await openArchive(source, isShared ? await withReadOptions(source, options) : options);
    this.#open.push(() => archive.close());
    return archive;
  }

  /** Opens the archive a path leads to, all of its parts being archives. */
  async openPath(text: string, writes = false): Promise<OpenedPath> {
    const { outer, inner } = await this.split(text);
    const before = this.#open.length;
    const first = await this.openFile(outer, writes);
    const chain = await openChain(first, inner, await this.openOptions());
    this.#open.push(() => chain.close());
    const own = this.#open.slice(before);
    const close = async (): Promise<void> => {
      for (const work of own.reverse()) {
        this.#open.splice(this.#open.indexOf(work), 1);
        await work();
      }
    };
    return { text, chain, archive: chain.last, close };
  }

  /** Shows what is odd, notes only under `--verbose`; gives the exit code for work that was done all the same. */
  tellFindings({ findings }: { readonly findings: readonly Finding[] }): number {
    for (const { severity, message, path } of findings) {
      if (severity === 'note' && !this.output.isVerbose) continue;
      this.output.warn(path === undefined || message.includes(path) ? message : `${path}: ${message}`);
    }
    return findings.some(({ severity }) => severity === 'error') ? exitCodes.problems : exitCodes.done;
  }

  /** Under `--verbose`: how much memory the work drew, and how much it could have. */
  tellMemory(): void {
    if (this.#budget === undefined || !this.output.isVerbose) return;
    const { peak, limit } = this.#budget;
    this.output.say(`Memory: ${formatSize(peak)} of ${formatSize(limit)} drawn at most.`);
  }

  /** Lets signals get through during long work that never waits for anything. */
  breathe(): Promise<void> | undefined {
    return this.#breath.take();
  }

  /** Has something done when the command ends, however it ends. */
  defer(work: () => Promise<void>): void {
    this.#open.push(work);
  }

  async close(): Promise<void> {
    for (const close of this.#open.splice(0).reverse()) await close();
    for (const list of this.#names.splice(0)) list.close();
  }

  async #makeOpenOptions(): Promise<OpenOptions> {
    installNodeNatives();
    return {
      formats: await this.formats(),
      format: this.flag('format'),
      options: this.options(),
      strict: this.has('strict'),
      keys: await this.keys(),
      names: this.flags('names').map((path) => this.#readNames(path)),
      limits: this.limits(),
      budget: this.budget(),
      onPluginFailure: (error) => this.output.warn(error.message),
    };
  }

  #readNames(path: string): NameList {
    const memory = new MemoryShare(this.budget());
    try {
      const { size } = statSync(path);
      memory.take(size, `The list of names ${path}`);
      const text = readFileSync(path);
      // A pipe does not tell its size before.
      memory.take(Math.max(0, text.length - size), `The list of names ${path}`);
      const list = new NameList(text, memory);
      this.#names.push(list);
      return list;
    } catch (error) {
      if (ArchiveError.is(error)) throw error;
      throw new ArchiveError('SOURCE_FAILED', `Cannot read the list of names ${path}.`, {
        path,
        cause: error,
      });
    }
  }
}
