import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FileSource } from '../../src/files/file-source.ts';
import { RunSource } from '../../src/workers/run-source.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('one read of the file serves all entries of a run', async () => {
  const path = join(temporaryFolder(), 'f');
  writeFileSync(
    path,
    Uint8Array.from({ length: 1000 }, (_, i) => i % 251),
  );
  const file = FileSource.open(path);
  const reads = vi.spyOn(file, 'readInto');
  const source = new RunSource(file, 100, 500);
  expect(source.size).toBe(500);
  source.prefetch(10, 90);
  for (let at = 10; at < 100; at += 10) expect((await source.read(at, 10))[0]).toBe((100 + at) % 251);
  expect(reads).toHaveBeenCalledTimes(1);
  expect((await source.read(200, 5))[0]).toBe((100 + 200) % 251);
  expect(reads).toHaveBeenCalledTimes(2);
  for (const [offset, length] of [
    [-5, 10],
    [Number.NaN, 5],
    [499, 10],
    [600, 10],
    [0, -1],
  ] as const)
    source.prefetch(offset, length);
  expect((await source.read(499, 1))[0]).toBe(599 % 251);
  expect((await catchArchiveError(() => source.read(495, 10))).code).toBe('SOURCE_OUT_OF_RANGE');
  await file.close();
});
