import type { ArchiveIndex } from '../contract/archive-index.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Codec } from '../contract/codec.ts';
import type { Finding } from '../contract/finding.ts';
import type { Detection, FormatPlugin } from '../contract/format-plugin.ts';
import type { Keys } from '../contract/keys.ts';
import { defaultLimits, type Limits } from '../contract/limits.ts';
import { detectFormat, type PluginFailureListener } from '../detect/detect-format.ts';
import { type FormatHandle, toHandle } from '../detect/format-handle.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { MemoryShare } from '../memory/memory-share.ts';
import { NameList } from '../names/name-list.ts';
import { CodecRegistry } from '../read/codec-registry.ts';
import type { ReadContext } from '../read/read-context.ts';
import { RegionReader } from '../read/region-reader.ts';
import { Archive } from './archive.ts';
import { openIndex } from './open-index.ts';

/** What opening may be given. */
export interface OpenOptions {
  /** Formats to choose from, loaded or not. */
  readonly formats: readonly (FormatPlugin | FormatHandle)[];
  /** Id of the format, where detection shall not decide. */
  readonly format?: string | undefined;
  /** Reading options of the format. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Findings of severity `error` become throws. */
  readonly strict?: boolean | undefined;
  readonly keys?: Keys | undefined;
  readonly names?: readonly NameList[] | undefined;
  /** Further codecs, for instance one that is not free to ship. */
  readonly codecs?: readonly Codec[] | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** A budget shared with others; default: one of `limits.memory` bytes. */
  readonly budget?: MemoryBudget | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of a plugin that cannot be loaded; without it such a plugin is an error. */
  readonly onPluginFailure?: PluginFailureListener | undefined;
  /** Whether closing the archive closes its source as well. */
  readonly closeSource?: boolean | undefined;
}

/** A list of names inside an archive is read up to this size. */
const embeddedListLimit = 64 * 2 ** 20;

const noKeys: Keys = { get: () => undefined };

/** Recognises a source's format and reads its table of contents. */
export async function openArchive(source: ByteSource, options: OpenOptions): Promise<Archive> {
  const { signal } = options;
  try {
    signal?.throwIfAborted();
    const handles = options.formats.map(toHandle);
    const { plugin, detection } = await detectFormat(
      source,
      handles,
      options.format,
      signal,
      options.onPluginFailure,
    );
    return await openWith(plugin, detection, source, options);
  } catch (error) {
    throw toArchiveError(error, 'DAMAGED', 'Opening failed', signal, { path: source.name });
  }
}

async function openWith(
  plugin: FormatPlugin,
  detection: Detection,
  source: ByteSource,
  options: OpenOptions,
): Promise<Archive> {
  const { signal } = options;
  const findings: Finding[] = [];
  const regions: RegionReader[] = [];
  const volumes = new Volumes(source);
  const reading = makeReadContext(plugin, options, volumes, regions, findings);
  const memory = new MemoryShare(reading.budget);
  let archive: Archive | undefined;
  try {
    const index = await openIndex(plugin, source, reading, memory, options);
    checkIndex(index, reading.limits);
    volumes.names = index.volumes ?? [];
    for (const region of index.regions ?? []) regions.push(new RegionReader(region, reading));
    const closers = [() => volumes.close(), () => (options.closeSource ? source.close?.() : undefined)];
    archive = new Archive({ plugin, detection, source, index, reading, memory, findings, regions, closers });
    await addEmbeddedNames(archive, signal);
    archive.addNames(options.names ?? []);
    return archive;
  } catch (error) {
    archive?.giveBack();
    memory.close();
    throw error;
  }
}

class Volumes {
  readonly #source: ByteSource;
  readonly #open = new Map<number, Promise<ByteSource>>();
  names: readonly string[] = [];

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get(number: number): ByteSource | Promise<ByteSource> {
    if (number === 0) return this.#source;
    const opening = this.#open.get(number) ?? this.#openSibling(number);
    this.#open.set(number, opening);
    return opening;
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) {
      const source = await opening.catch(() => undefined);
      await source?.close?.();
    }
    this.#open.clear();
  }

  async #openSibling(number: number): Promise<ByteSource> {
    const name = this.names[number - 1];
    const source = name === undefined ? undefined : await this.#source.sibling?.(name);
    if (source === undefined) {
      throw new ArchiveError(
        'SOURCE_FAILED',
        `The data lies in ${name === undefined ? `volume ${number}` : JSON.stringify(name)}, which is not beside the archive.`,
        { help: 'Put the file into the same folder as the archive.' },
      );
    }
    return source;
  }
}

function makeReadContext(
  plugin: FormatPlugin,
  options: OpenOptions,
  volumes: Volumes,
  regions: readonly RegionReader[],
  findings: Finding[],
): ReadContext {
  const wished = { ...defaultLimits, ...options.limits };
  const budget = options.budget ?? new MemoryBudget(wished.memory);
  const limits = { ...wished, memory: Math.min(wished.memory, budget.limit) };
  const strict = options.strict ?? false;
  return {
    codecs: new CodecRegistry(plugin.codecs, options.codecs),
    keys: options.keys ?? noKeys,
    limits,
    budget,
    strict,
    volume: (number) => volumes.get(number),
    region: (number) => {
      const region = regions[number];
      if (region === undefined)
        throw new ArchiveError('DAMAGED', `Found an entry in region ${number} of ${regions.length}.`);
      return region;
    },
    report: (finding) => {
      if (strict && finding.severity === 'error') {
        const { path, offset } = finding;
        throw new ArchiveError('DAMAGED', finding.message, { path, offset, format: plugin.id });
      }
      findings.push(finding);
    },
  };
}

function checkIndex(index: ArchiveIndex, limits: Limits): void {
  if (index.entries.length <= limits.entries) return;
  throw new ArchiveError(
    'LIMIT_EXCEEDED',
    `The archive has ${index.entries.length} entries, the limit is ${limits.entries}.`,
    { help: 'Raise it with --limit-entries if you trust the archive.' },
  );
}

async function addEmbeddedNames(archive: Archive, signal: AbortSignal | undefined): Promise<void> {
  for (const number of archive.index.nameLists ?? []) {
    const entry = archive.entry(number);
    const memory = new MemoryShare(archive.reading.budget);
    try {
      const size = await entry.measure();
      if (size > embeddedListLimit) continue;
      memory.take(size, 'The list of names in the archive');
      archive.addOwnNames(new NameList(await entry.bytes({ signal }), memory));
    } catch (error) {
      memory.close();
      if (!ArchiveError.is(error)) throw error;
      archive.report({
        severity: 'warning',
        code: 'name-list-unreadable',
        message: `The list of names in the archive cannot be read: ${error.message}`,
        entry: number,
      });
    }
  }
}
