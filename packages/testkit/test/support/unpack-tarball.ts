import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const blockLength = 512;
const regularFile = '0';

/** Unpacks what `npm pack` makes: regular files with short names. */
export function unpackTarball(tarball: Uint8Array, folder: string): void {
  const tar = gunzipSync(tarball);
  for (let at = 0; at < tar.length; ) {
    const text = (start: number, length: number): string =>
      tar.toString('latin1', at + start, at + start + length).replace(/\0.*$/s, '');
    const name = text(0, 100);
    if (name === '') return;
    const size = Number.parseInt(text(124, 12), 8);
    if (text(156, 1) === regularFile) {
      const target = join(folder, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, tar.subarray(at + blockLength, at + blockLength + size));
    }
    at += blockLength + Math.ceil(size / blockLength) * blockLength;
  }
}
