import { appendFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileSource } from '../../src/files/file-source.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function openSample(bytes = [1, 2, 3, 4, 5]): { source: FileSource; path: string; folder: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'sample.pak');
  writeFileSync(path, Uint8Array.from(bytes));
  return { source: FileSource.open(path), path, folder };
}

describe('FileSource', () => {
  test('reads ranges synchronously, as plain arrays', async () => {
    const { source } = openSample();
    expect(source.name).toBe('sample.pak');
    expect(source.size).toBe(5);
    expect(source.read(1, 3)).toEqual(Uint8Array.of(2, 3, 4));
    expect(source.read(5, 0)).toEqual(new Uint8Array(0));
    expect(source.read(0, 1).constructor).toBe(Uint8Array);
    const target = new Uint8Array(2);
    source.readInto(3, target);
    expect(target).toEqual(Uint8Array.of(4, 5));
    await source.close();
    await source.close();
  });

  test.each([
    [-1, 1],
    [0, 6],
    [5, 1],
    [0.5, 1],
    [Number.MAX_SAFE_INTEGER, 1],
    [0, Number.POSITIVE_INFINITY],
  ])('refuses the range at %d of %d bytes', async (offset, length) => {
    const { source } = openSample();
    expect((await catchArchiveError(() => source.read(offset, length))).code).toBe('SOURCE_OUT_OF_RANGE');
    await source.close();
  });

  test('a missing file, a folder and a device fail with help', async () => {
    const folder = temporaryFolder();
    const missing = await catchArchiveError(() => FileSource.open(join(folder, 'none')));
    expect(missing.code).toBe('SOURCE_FAILED');
    expect(missing.message).toBe(`Cannot open ${join(folder, 'none')}: no such file or directory.`);
    expect(missing.details.help).toBe('Check the spelling of the path.');
    const directory = await catchArchiveError(() => FileSource.open(folder));
    expect(directory.code).toBe('SOURCE_FAILED');
    expect(directory.message).toContain('found a folder, expected a file');
    const device = await catchArchiveError(() => FileSource.open('/dev/null'));
    expect(device.details.help).toContain('`-`');
  });

  test('reading after close fails', async () => {
    const { source } = openSample();
    await source.close();
    expect((await catchArchiveError(() => source.read(0, 1))).code).toBe('SOURCE_FAILED');
  });

  test('a file that shrinks while it is read is SOURCE_CHANGED', async () => {
    const { source, path } = openSample();
    truncateSync(path, 2);
    const error = await catchArchiveError(() => source.read(0, 5));
    expect(error.code).toBe('SOURCE_CHANGED');
    expect(error.message).toContain('ends at byte 2 now, expected 5');
    await source.close();
  });

  test('assertUnchanged notices growth and rewriting, and nothing else', async () => {
    const { source, path } = openSample();
    source.assertUnchanged();
    utimesSync(path, new Date(1000), new Date(1000));
    expect((await catchArchiveError(() => source.assertUnchanged())).code).toBe('SOURCE_CHANGED');
    appendFileSync(path, 'x');
    const grown = await catchArchiveError(() => source.assertUnchanged());
    expect(grown.message).toContain('it has 6 bytes now, expected 5');
    await source.close();
  });

  test('opens siblings of the same folder only', async () => {
    const { source, folder } = openSample();
    writeFileSync(join(folder, 'volume.001'), 'abc');
    const sibling = await source.sibling('volume.001');
    expect(sibling?.size).toBe(3);
    await sibling?.close();
    expect(await source.sibling('volume.002')).toBeUndefined();
    for (const name of ['../sample.pak', 'a/b', 'a\\b', '..', '.', '', 'C:x', 'a\0b']) {
      expect((await catchArchiveError(() => source.sibling(name))).code, name).toBe('PATH_UNSAFE');
    }
    await source.close();
  });

  test('an abort is thrown as its own reason', async () => {
    const { source } = openSample();
    const reason = new Error('enough');
    expect(() => source.read(0, 1, { signal: AbortSignal.abort(reason) })).toThrow(reason);
    await source.close();
  });
});
