import { join } from 'node:path';
import type { VerifyReport } from '@packwright/core';
import { expect, test } from 'vitest';
import { verifyInParallel } from '../../src/workers/verify-in-parallel.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openToy, type ToyFile } from '../support/toy-format.ts';

/** A report without the details that tell which thread found a failure. */
function simplify({ failures, ...report }: VerifyReport): object {
  return {
    ...report,
    failures: failures.map(({ entry, path, error }) => [entry, path, error.code, error.message]),
  };
}

describeWithWorkers('verification with worker threads', () => {
  const files = Array.from({ length: 900 }, (_, number): ToyFile => {
    const path = `f${number}`;
    const content = `text ${number} `.repeat(10);
    if (number === 100) return { path, content, codec: 'zlib', lies: { size: 5 } };
    if (number === 200) return { path, content, checksum: 1 };
    if (number === 300) return { path, content, codec: 'toy/missing' };
    if (number === 400) return { path, content, solid: true, checksum: 1 };
    return number % 2 === 0 ? { path, content, codec: 'zlib', checksum: true } : { path, content };
  });

  test.each([{}, { strict: true }])('finds what one thread finds (%j)', async (options) => {
    const path = join(temporaryFolder(), 'a.toy');
    const archive = await openToy(path, files, options);
    const report = await verifyInParallel(archive, { jobs: 3 });
    const alone = await (await openToy(path, files, options)).verify();
    expect(simplify(report)).toEqual(simplify(alone));
    expect(report.failures.map(({ entry, error }) => [entry, error.code])).toEqual([
      [100, 'SIZE_MISMATCH'],
      [200, 'CHECKSUM_MISMATCH'],
      [300, 'CODEC_MISSING'],
      [400, 'CHECKSUM_MISMATCH'],
    ]);
    await archive.source.close?.();
  });

  test('keeps to a filter, tells of progress and gives way to an abort', async () => {
    const archive = await openToy(join(temporaryFolder(), 'a.toy'), files);
    let last = 0;
    const options = {
      jobs: 2,
      filter: ({ index }: { index: number }) => index >= 500,
      progress: (count: number) => (last = count),
    };
    expect(await verifyInParallel(archive, options)).toMatchObject({ files: 400, failures: [] });
    expect(last).toBeLessThanOrEqual(400);
    const reason = new Error('enough');
    await expect(verifyInParallel(archive, { jobs: 2, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    await archive.source.close?.();
  });
});
