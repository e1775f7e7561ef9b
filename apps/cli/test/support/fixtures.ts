import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pakOf } from './build-pak.ts';

/** The files of the ordinary fixture. */
export const plainFiles: Readonly<Record<string, string>> = {
  'default.cfg': 'bind w +forward\n',
  'maps/start.bsp': 'start map',
  'maps/e1m1.bsp': 'first map!',
  'sound/door.wav': 'creak',
};

/** Archives that most tests use. */
export interface Fixtures {
  readonly folder: string;
  /** Four files, two folders deep. */
  readonly plain: string;
  /** `plain` inside `inner.pak` inside `outer.pak`, beside a file. */
  readonly nested: string;
  /** Its directory lies behind the end of the file. */
  readonly damaged: string;
  /** Two entries of one name. */
  readonly duplicates: string;
  /** No archive of any format. */
  readonly unknown: string;
  readonly missing: string;
}

/** Writes the archives into a folder. */
export function writeFixtures(folder: string): Fixtures {
  const put = (name: string, bytes: Uint8Array | string): string => putFile(join(folder, name), bytes);
  const plain = pakOf(plainFiles);
  const damaged = Buffer.from(plain);
  damaged.writeUInt32LE(damaged.length * 2, 4);
  const duplicates = pakOf({ 'a.txt': 'first', 'b.txt': 'other' });
  // The second name becomes the first one.
  duplicates.write('a', duplicates.length - 64, 'latin1');
  return {
    folder,
    plain: put('plain.pak', plain),
    nested: put(
      'outer.pak',
      pakOf({ 'readme.txt': 'outer', 'data/inner.pak': pakOf({ 'plain.pak': plain }) }),
    ),
    damaged: put('damaged.pak', damaged),
    duplicates: put('duplicates.pak', duplicates),
    unknown: put('unknown.pak', 'this is no archive at all'),
    missing: join(folder, 'missing.pak'),
  };
}

/** Writes a file and the folders it needs; gives its path. */
export function putFile(path: string, bytes: Uint8Array | string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}
