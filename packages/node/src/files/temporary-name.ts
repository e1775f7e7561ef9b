import { basename, dirname, join } from 'node:path';
import { randomToken } from './random-token.ts';

/** As many bytes as a file name may have on the common file systems. */
const longestName = 255;

/** A hidden name beside a file, `.<name>.<random>.tmp`: the same folder, so that a rename is atomic. */
export function temporaryBeside(path: string): string {
  const ending = `.${randomToken()}.tmp`;
  return join(dirname(path), `.${cutToBytes(basename(path), longestName - 1 - ending.length)}${ending}`);
}

function cutToBytes(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  const characters = [...name];
  let length = 0;
  const fitting = characters.findIndex((character) => {
    length += Buffer.byteLength(character);
    return length > most;
  });
  return characters.slice(0, fitting).join('');
}
