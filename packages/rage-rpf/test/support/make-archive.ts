import {
  type Archive,
  BytesSink,
  BytesSource,
  createArchive,
  type Keys,
  NameList,
  type OpenOptions,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import plugin from '../../src/index.ts';

/** Files by path; `undefined` stands for a directory. */
export type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

/** Bytes of text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Entries as a writer takes them. */
export function entriesOf(files: Files): readonly WriteEntry[] {
  return Object.entries(files).map(([path, content]): WriteEntry => {
    if (content === undefined) return { kind: 'directory', path };
    return { path, content: new BytesSource(typeof content === 'string' ? bytesOf(content) : content) };
  });
}

/** An archive of some files. */
export async function makeArchive(
  files: Files,
  options: Readonly<Record<string, unknown>> = {},
  more: { readonly name?: string; readonly keys?: Keys } = {},
): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(plugin, entriesOf(files), sink, { options, ...more });
  return sink.bytes().slice();
}

/** Opens bytes as an archive of this format. */
export function openBytes(
  bytes: Uint8Array,
  options: Partial<OpenOptions> & { readonly name?: string; readonly list?: readonly string[] } = {},
): Promise<Archive> {
  const { name = 'test.rpf', list, ...rest } = options;
  const names = list === undefined ? {} : { names: [NameList.of(list)] };
  return openArchive(new BytesSource(bytes, name), { formats: [plugin], ...names, ...rest });
}

/** The paths and texts of all files; directories end with a slash. */
export async function readAll(archive: Archive): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of archive.entries()) {
    if (entry.kind === 'directory') found[`${entry.path}/`] = '';
    else found[entry.path] = new TextDecoder('latin1').decode(await entry.bytes());
  }
  return found;
}
