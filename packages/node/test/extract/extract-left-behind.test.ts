import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, BytesSource, MemoryBudget, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { extractArchive } from '../../src/extract/extract-archive.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildToy, toyFormat, xorCodec } from '../support/toy-format.ts';

const files = [
  { path: 'a/one', content: 'one', codec: 'toy/xor' },
  { path: 'a/two', content: 'two', codec: 'toy/xor' },
] as const;

/** An archive in memory; `decode` runs for each of its files. */
function openFiles(budget: MemoryBudget, decode = (): void => {}): Promise<Archive> {
  const codec = {
    ...xorCodec,
    decode: (input: Uint8Array): Uint8Array => {
      decode();
      return input.map((byte) => byte ^ 0x55);
    },
  };
  const formats = [{ ...toyFormat, codecs: [codec] }];
  return openArchive(new BytesSource(buildToy(files)), { formats, budget });
}

describe('an extraction that cannot begin', () => {
  test('for lack of memory leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const budget = new MemoryBudget(200_000);
    const archive = await openFiles(budget);
    const before = budget.used;
    const error = await catchArchiveError(() => extractArchive(archive, join(folder, 'deep', 'out')));
    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(readdirSync(folder)).toEqual([]);
    expect(budget.used).toBe(before);
  });

  test('for lack of a folder gives its memory back', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'out'), '');
    const budget = new MemoryBudget(2 ** 26);
    const archive = await openFiles(budget);
    const before = budget.used;
    const error = await catchArchiveError(() => extractArchive(archive, join(folder, 'out')));
    expect(error.code).toBe('SINK_FAILED');
    expect(budget.used).toBe(before);
  });
});

describe('an extraction that is stopped', () => {
  test.each([
    ['first', 1, []],
    ['second', 2, ['deep']],
  ])('while it decodes the %s file leaves whole files or nothing', async (_, number, left) => {
    const folder = temporaryFolder();
    const out = join(folder, 'deep', 'out');
    const controller = new AbortController();
    const reason = new Error('enough');
    let decoded = 0;
    const archive = await openFiles(new MemoryBudget(2 ** 26), () => {
      if (++decoded === number) controller.abort(reason);
    });
    const extracting = extractArchive(archive, out, { signal: controller.signal, jobs: 1 });
    await expect(extracting).rejects.toBe(reason);
    expect(readdirSync(folder)).toEqual(left);
    if (left.length > 0) expect(readdirSync(join(out, 'a'))).toEqual(['one']);
  });
});
