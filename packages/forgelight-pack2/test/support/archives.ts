import {
  type Archive,
  ArchiveError,
  BytesSink,
  BytesSource,
  createArchive,
  type FormatPlugin,
  NameList,
  type OpenOptions,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import plugins from '../../src/index.ts';

/** UTF-8 bytes of text. */
export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Text of bytes. */
export function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Opens bytes with the formats of this package; `names` may be given as strings. */
export function openBytes(
  bytes: Uint8Array,
  options: Omit<Partial<OpenOptions>, 'names'> & { readonly names?: readonly string[] } = {},
): Promise<Archive> {
  const { names, ...rest } = options;
  return openArchive(new BytesSource(bytes), {
    formats: plugins,
    ...(names === undefined ? {} : { names: [NameList.of(names)] }),
    ...rest,
  });
}

/** A file to be written. */
export function file(path: string, content: string | Uint8Array, more: Partial<WriteEntry> = {}): WriteEntry {
  return { path, content: new BytesSource(toBytes(content)), ...more };
}

/** Writes an archive into memory. */
export async function writeBytes(
  plugin: FormatPlugin,
  entries: readonly WriteEntry[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options });
  return sink.bytes();
}

/** Path and content of every entry, in order. */
export async function readAll(archive: Archive): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of archive.entries()) contents[entry.path] = toText(await entry.bytes());
  return contents;
}

/** The codes of an archive's findings. */
export function codesOf(archive: Archive): readonly string[] {
  return archive.findings.map(({ code }) => code);
}

/** The error with which work fails; fails itself when there is none, or another kind. */
export async function errorOf(work: () => unknown): Promise<ArchiveError> {
  try {
    await work();
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
  throw new Error('Found no error, expected an ArchiveError.');
}
