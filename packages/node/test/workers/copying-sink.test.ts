import { randomBytes } from 'node:crypto';
import fs, { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { BytesSource, MemoryBudget } from '@packwright/core';
import { expect, test } from 'vitest';
import { FileContent } from '../../src/files/file-content.ts';
import { FileSink } from '../../src/files/file-sink.ts';
import { CopyingSink } from '../../src/workers/copying-sink.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Files, some of them empty, one larger than a buffer. */
function makeFiles(folder: string, count: number): readonly FileContent[] {
  return Array.from({ length: count }, (_, number) => {
    const path = join(folder, `f${number}`);
    const length = number === 5 ? 3_000_001 : number % 9 === 0 ? 0 : 1 + ((number * 7919) % 3000);
    writeFileSync(path, randomBytes(length));
    return new FileContent(path, length);
  });
}

async function copyAll(
  files: readonly FileContent[],
  out: string,
  jobs: number,
  budget?: MemoryBudget,
): Promise<Uint8Array> {
  const sink = FileSink.create(out);
  const copying = new CopyingSink(sink, jobs, budget);
  try {
    let at = 4;
    copying.write(0, new Uint8Array([1, 2, 3, 4]));
    for (const [number, file] of files.entries()) {
      await copying.writeFrom(at, file, 0, file.size);
      // Holes and bytes of other kinds in between.
      at += file.size + (number % 4 === 0 ? 3 : 0);
      if (number % 50 === 0) {
        await copying.writeFrom(at, new BytesSource(new Uint8Array([9, 8, 7])), 1, 2);
        at += 2;
      }
    }
    await copying.settle();
    sink.close();
  } finally {
    await copying.close();
    sink.abort();
  }
  return readFileSync(out);
}

function expected(files: readonly FileContent[]): Uint8Array {
  const pieces: Uint8Array[] = [new Uint8Array([1, 2, 3, 4])];
  for (const [number, file] of files.entries()) {
    pieces.push(readFileSync(file.path), new Uint8Array(number % 4 === 0 ? 3 : 0));
    if (number % 50 === 0) pieces.push(new Uint8Array([8, 7]));
  }
  const last = files.length - 1;
  // A hole behind the last byte is no part of the file.
  const joined = Buffer.concat(pieces);
  return last % 4 === 0 && last % 50 !== 0 ? joined.subarray(0, -3) : joined;
}

test('draws a buffer for each thread, for fewer where memory is scarce, and gives them back', async () => {
  const folder = temporaryFolder();
  const files = makeFiles(folder, 30);
  for (const [limit, drawn] of [
    [2 ** 24, 3 * 2 ** 20],
    [2 ** 21, 2 ** 21],
    [300_000, 2 ** 18],
  ] as const) {
    const budget = new MemoryBudget(limit);
    const out = join(folder, 'out');
    expect(Buffer.compare(await copyAll(files, out, 3, budget), expected(files))).toBe(0);
    expect(budget.peak).toBe(drawn);
    expect(budget.used).toBe(0);
    rmSync(out);
  }
});

describeWithWorkers('CopyingSink', () => {
  test.each([1, 2, 4])('brings every file to its place with %i threads', async (jobs) => {
    const folder = temporaryFolder();
    const files = makeFiles(folder, 1203);
    const made = await copyAll(files, join(folder, 'out'), jobs);
    expect(Buffer.compare(made, expected(files))).toBe(0);
  });

  test('the first batches are for a thread, which opens their files', async () => {
    const folder = temporaryFolder();
    const files = makeFiles(folder, 1203);
    const { openSync } = fs;
    let opened = 0;
    const count = (path: fs.PathLike, flags: fs.OpenMode): number => {
      if (/f\d+$/.test(String(path))) opened++;
      return openSync(path, flags);
    };
    Object.assign(fs, { openSync: count });
    syncBuiltinESMExports();
    try {
      await copyAll(files, join(folder, 'alone'), 1);
      const alone = opened;
      opened = 0;
      await copyAll(files, join(folder, 'shared'), 2);
      expect(opened).toBeLessThan(alone);
    } finally {
      Object.assign(fs, { openSync });
      syncBuiltinESMExports();
    }
  });

  // The first batch goes to a thread where there is one; later ones to whoever has nothing to do.
  test.each([
    [1, 'f300'],
    [2, 'f1'],
    [2, 'f500'],
  ])('with %i threads, %s that became shorter or vanished fails the whole', async (jobs, name) => {
    const folder = temporaryFolder();
    const files = makeFiles(folder, 1203);
    truncateSync(join(folder, name), 1);
    const shorter = await catchArchiveError(() => copyAll(files, join(folder, 'out'), jobs));
    expect(shorter.code).toBe('SOURCE_CHANGED');
    expect(shorter.message).toContain(`${name} ends at byte 1 now`);
    rmSync(join(folder, name));
    const gone = await catchArchiveError(() => copyAll(files, join(folder, 'out'), jobs));
    expect(gone.code).toBe('SOURCE_FAILED');
    expect(existsSync(join(folder, 'out'))).toBe(false);
    expect(readdirSync(folder).filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });
});
