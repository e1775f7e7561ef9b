import { BytesSource } from '@packwright/core';
import { expect, test } from 'vitest';
import { fileCrc32 } from '../../src/index.ts';
import { toBytes } from '../support/archives.ts';

test('the CRC-32 of a file in both notations', async () => {
  expect(await fileCrc32(new BytesSource(toBytes('123456789')))).toEqual({
    value: 0xcbf43926,
    hex: 'CBF43926',
    reversedHex: '2639F4CB',
  });
  expect(await fileCrc32(new BytesSource(new Uint8Array(0)))).toMatchObject({ hex: '00000000' });
});

test('stops when it is told to', async () => {
  const reason = new Error('enough');
  const work = fileCrc32(new BytesSource(new Uint8Array(10)), AbortSignal.abort(reason));
  await expect(work).rejects.toBe(reason);
});
