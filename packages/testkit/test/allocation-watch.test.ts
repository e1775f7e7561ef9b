import { expect, test } from 'vitest';
import { watchAllocations } from '../src/allocation-watch.ts';

test('notes the largest array, in bytes', async () => {
  const { largest } = await watchAllocations(2 ** 20, async () => {
    new Uint8Array(1000);
    new Float64Array(500);
    new Uint16Array(100);
  });
  expect(largest).toBe(4000);
});

test('refuses what is too large before it is made', async () => {
  const work = watchAllocations(1000, async () => void new Uint8Array(1001));
  await expect(work).rejects.toThrow('Uint8Array of 1001 elements was refused');
});

test('leaves arrays as they are, and the constructors as they were', async () => {
  const before = [Uint8Array, Array, ArrayBuffer];
  await watchAllocations(1000, async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect(bytes).toBeInstanceOf(Uint8Array);
    expect(bytes.map((byte) => byte * 2).subarray(1)).toEqual(new Uint8Array([4, 6]));
    expect(Array.isArray(new Array(3))).toBe(true);
  });
  expect([Uint8Array, Array, ArrayBuffer]).toEqual(before);
  expect(Object.getPrototypeOf(new Uint8Array(1))).toBe(before[0]?.prototype);
});
