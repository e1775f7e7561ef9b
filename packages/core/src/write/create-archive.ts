import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Codec, CodecContext } from '../contract/codec.ts';
import type { Finding } from '../contract/finding.ts';
import type { FormatPlugin } from '../contract/format-plugin.ts';
import type { Keys } from '../contract/keys.ts';
import { defaultLimits, type Limits } from '../contract/limits.ts';
import type { OptionSchema, OptionValues } from '../contract/option-schema.ts';
import type { FormatWriter, WriteContext, WriteEntry, WritePart } from '../contract/writer.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { resolveOptions } from '../options/resolve-options.ts';
import { CodecRegistry } from '../read/codec-registry.ts';
import type { ByteSink } from './byte-sink.ts';
import type { CodecPool } from './codec-pool.ts';
import { PartWriter } from './part-writer.ts';
import { AppendPlacement } from './placement.ts';

/** What creating may be given. */
export interface CreateOptions {
  /** Writing options of the format. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly keys?: Keys | undefined;
  readonly codecs?: readonly Codec[] | undefined;
  /** File name of the archive to be. */
  readonly name?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** A budget shared with others; default: one of `limits.memory` bytes. */
  readonly budget?: MemoryBudget | undefined;
  /** Workers that encode; without them the calling thread does. */
  readonly pool?: CodecPool | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the bytes of content written since the last call, some hundred kilobytes or more, and at the end; what
   * it promises is waited for.
   */
  readonly progress?: ((bytes: number) => Awaitable<void>) | undefined;
}

/** The result of creating an archive. */
export interface CreateReport {
  readonly entries: number;
  /** Bytes of the archive. */
  readonly size: number;
  readonly findings: readonly Finding[];
}

/** Writes a new archive. Nothing is written when the format cannot express the entries. */
export async function createArchive(
  plugin: FormatPlugin,
  entries: readonly WriteEntry[],
  sink: ByteSink,
  options: CreateOptions = {},
): Promise<CreateReport> {
  const { writer } = plugin;
  if (writer === undefined) {
    throw new ArchiveError('WRITE_REFUSED', `Format ${plugin.id} can be read but not written.`, {
      format: plugin.id,
    });
  }
  const values = resolveOptions(writer.options, options.options ?? {}, `writing ${plugin.id}`);
  const findings: Finding[] = checkEntries(plugin, writer, entries, values);
  refuse(plugin, findings);
  const limits = { ...defaultLimits, ...options.limits };
  const parts = openPartWriter(plugin, entries, sink, limits, findings, options);
  const context: WriteContext = {
    options: values,
    keys: options.keys ?? { get: () => undefined },
    limits,
    name: options.name,
    signal: options.signal,
    report: (finding) => findings.push(finding),
    placed: () => parts.settle(),
  };
  await writeParts(plugin, writer.write(entries, context), parts, options.signal);
  return { entries: entries.length, size: parts.placed.end, findings };
}

/** Runs parts through a writer to the end and closes it; whatever fails leaves as an `ArchiveError`. */
export async function writeParts(
  plugin: Pick<FormatPlugin, 'id'>,
  parts: AsyncIterable<WritePart>,
  writer: PartWriter,
  signal?: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const part of parts) {
      const added = writer.add(part);
      if (added !== undefined) await added;
    }
    await writer.finish();
  } catch (error) {
    throw toArchiveError(error, 'WRITE_REFUSED', 'Writing failed', signal, { format: plugin.id });
  } finally {
    await writer.close();
  }
}

function checkEntries(
  plugin: FormatPlugin,
  writer: FormatWriter,
  entries: readonly WriteEntry[],
  values: OptionValues<OptionSchema>,
): Finding[] {
  try {
    return [...writer.check(entries, values)];
  } catch (error) {
    throw toArchiveError(error, 'PLUGIN_INVALID', 'Checking the entries failed', undefined, {
      format: plugin.id,
    });
  }
}

function refuse(plugin: FormatPlugin, findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new ArchiveError('WRITE_REFUSED', `${first.message}${more}`, {
    format: plugin.id,
    path: first.path,
    help: 'Nothing was written.',
  });
}

function openPartWriter(
  plugin: FormatPlugin,
  entries: readonly WriteEntry[],
  sink: ByteSink,
  limits: Limits,
  findings: Finding[],
  options: CreateOptions,
): PartWriter {
  const registry = new CodecRegistry(plugin.codecs, options.codecs);
  const codecs: CodecContext = {
    keys: options.keys ?? { get: () => undefined },
    strict: true,
    signal: options.signal,
    codec: (id) => registry.get(id),
    report: (finding) => findings.push(finding),
  };
  return new PartWriter({
    sink,
    placement: new AppendPlacement(),
    sources: { content: (entry) => contentOf(entries, entry) },
    codecs,
    budget: options.budget ?? new MemoryBudget(limits.memory),
    pool: options.pool,
    signal: options.signal,
    progress: options.progress,
  });
}

function contentOf(entries: readonly WriteEntry[], number: number): ByteSource {
  const content = entries[number]?.content;
  if (content === undefined) {
    throw new ArchiveError(
      'PLUGIN_INVALID',
      `A part refers to the content of entry ${number}, which has none.`,
    );
  }
  return content;
}
