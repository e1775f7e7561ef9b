import type { ForeignFile } from './settings.ts';

/** Files that no format may take for its own: the beginnings of what else lies around on disks. */
export const foreignFiles: readonly ForeignFile[] = [
  { name: 'an empty file', bytes: new Uint8Array(0) },
  { name: 'one byte', bytes: Uint8Array.of(0) },
  { name: 'zeros', bytes: new Uint8Array(4096) },
  { name: 'ones', bytes: new Uint8Array(4096).fill(0xff) },
  {
    name: 'text',
    bytes: textBytes('name = value\r\n# A file of settings, as games have them.\r\n'.repeat(64)),
  },
  { name: 'a ZIP file', bytes: padded([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]) },
  { name: 'an empty ZIP file', bytes: padded([0x50, 0x4b, 5, 6], 22) },
  { name: 'a gzip file', bytes: padded([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]) },
  { name: 'a PNG picture', bytes: padded([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) },
  { name: 'a program', bytes: padded([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0]) },
  { name: 'noise', bytes: noise(4096, 1) },
  { name: 'more noise', bytes: noise(4099, 77) },
];

/** Bytes without a pattern, the same at every run. */
export function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed | 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

function padded(start: readonly number[], length = 1024): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(start);
  return bytes;
}

function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
