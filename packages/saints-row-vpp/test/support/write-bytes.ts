import { BytesSink, BytesSource, createArchive, type FormatPlugin, type WriteEntry } from '@packwright/core';

/** Bytes of text. */
export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The two files that the smallest archives hold. */
export const hello = 'Hello, Mars!\n';
export const pattern: string = 'AB'.repeat(10);
export const twoFiles: readonly WriteEntry[] = [
  { path: 'Hello.txt', content: new BytesSource(textBytes(hello)) },
  { path: 'b.bin', content: new BytesSource(textBytes(pattern)) },
];

/** Writes an archive into memory. */
export async function writeBytes(
  plugin: FormatPlugin,
  entries: readonly WriteEntry[],
  options: Readonly<Record<string, unknown>> = {},
  name?: string,
): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options, name });
  return sink.bytes().slice();
}
