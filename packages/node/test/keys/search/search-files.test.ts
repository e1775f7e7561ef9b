import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../../src/files/built-file.ts';
import { searchFiles } from '../../../src/keys/search/search-files.ts';
import { chunkLength } from '../../../src/keys/search/window-scanner.ts';
import { catchArchiveError } from '../../support/catch-error.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { madeUpBytes } from '../made-up-plugin.ts';

const canThread = builtFile('keys/search/key-search-worker.cjs') !== undefined;
if (!canThread)
  console.warn('The package is not built: the search for keys is NOT checked with several threads.');

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

describe('searching files', () => {
  const window = madeUpBytes('window', 96);
  const sought = [{ length: 96, sha1: sha1(window) }];
  const none = { length: 32, sha1: '0'.repeat(40) };

  it('goes through all files, empty ones too', async () => {
    const folder = temporaryFolder();
    const paths = ['a', 'b', 'c'].map((name) => join(folder, name));
    const [first = '', second = '', third = ''] = paths;
    writeFileSync(first, madeUpBytes('noise', 5000));
    writeFileSync(second, '');
    writeFileSync(third, Buffer.concat([madeUpBytes('other', 800), window]));
    const found = await searchFiles(paths, [...sought, none], { jobs: 1 });
    expect(found.map((each) => each.sha1)).toEqual([sought[0]?.sha1]);
  });

  it('stops as soon as nothing is left to be found', async () => {
    const path = join(temporaryFolder(), 'large');
    const bytes = Buffer.alloc(6 * chunkLength);
    bytes.set(window, 64);
    writeFileSync(path, bytes);
    let done = 0;
    await searchFiles([path], sought, { jobs: 1, progress: (progress) => (done = progress.bytes) });
    expect(done).toBe(chunkLength);
  });

  it('refuses a folder', async () => {
    const folder = temporaryFolder();
    const error = await catchArchiveError(() => searchFiles([folder], sought, {}));
    expect([error.code, error.details.path]).toEqual(['SOURCE_FAILED', folder]);
  });

  it.skipIf(!canThread)('finds the same with several threads', async () => {
    const path = join(temporaryFolder(), 'large');
    const windows = Array.from({ length: 24 }, (_, i) => madeUpBytes(`window ${i}`, 96));
    const bytes = Buffer.alloc(6 * chunkLength);
    for (const [i, each] of windows.entries()) bytes.set(each, i * (chunkLength / 4) + 8 * i);
    writeFileSync(path, bytes);
    const all = [...windows.map((each) => ({ length: 96, sha1: sha1(each) })), none];
    const found = await searchFiles([path], all, { jobs: 3 });
    expect(found.map((each) => each.sha1).sort()).toEqual(windows.map(sha1).sort());
  });
});
