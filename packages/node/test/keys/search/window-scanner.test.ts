import { createHash, randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chunkLength, planScan, WindowScanner } from '../../../src/keys/search/window-scanner.ts';

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function scanFor(
  data: Uint8Array,
  windows: readonly (readonly [number, number])[],
  everywhere = false,
): string[] {
  const sought = windows.map(([at, length]) => ({ length, sha1: sha1(data.subarray(at, at + length)) }));
  const scanner = new WindowScanner(planScan(sought, everywhere), new Uint8Array(sought.length));
  scanner.buffer.set(data);
  return scanner.scan(Math.min(chunkLength, data.length), data.length).map((found) => {
    expect(sha1(found.bytes)).toBe(found.sha1);
    return found.sha1;
  });
}

describe('looking for windows by their SHA-1', () => {
  const data = randomFillSync(new Uint8Array(70_000));

  // Every way in which a message can end: on a word, inside one, on a block, with room for the length or without.
  const short = [4, 16, 17, 31, 32, 52, 53, 54, 55, 56, 57, 60, 63, 64];
  const long = [65, 119, 120, 127, 128, 129, 183, 184, 256, 272, 1000, 1021, 1024];

  it.each(short)('finds windows of %i bytes at multiples of 4', (length) => {
    const starts = [0, 4, 8, 12, 4096, 65532, 65536];
    expect(
      scanFor(
        data,
        starts.map((at) => [at, length] as const),
      ),
    ).toHaveLength(starts.length);
    expect(scanFor(data, [[6, length]])).toHaveLength(0);
  });

  it.each(long)('finds windows of %i bytes at multiples of 8', (length) => {
    const starts = [0, 8, 16, 24, 4096, 65528, 65536];
    expect(
      scanFor(
        data,
        starts.map((at) => [at, length] as const),
      ),
    ).toHaveLength(starts.length);
    expect(scanFor(data, [[4, length]])).toHaveLength(0);
  });

  it('looks at every multiple of 4 when asked to', () => {
    expect(scanFor(data, [[4, 1024]], true)).toHaveLength(1);
    expect(scanFor(data, [[2, 1024]], true)).toHaveLength(0);
  });

  it('finds windows of several lengths at once, at the same place too', () => {
    const windows = [32, 272, 1024, 1024, 288].map((length, i) => [i < 3 ? 640 : 6400 * i, length] as const);
    const expected = windows.map(([at, length]) => sha1(data.subarray(at, at + length)));
    expect(scanFor(data, windows).sort()).toEqual(expected.sort());
  });

  it('finds the last window, and none that would go beyond the data', () => {
    const whole = data.subarray(0, 4096);
    expect(scanFor(whole, [[4096 - 32, 32]])).toHaveLength(1);
    expect(scanFor(whole, [[4096 - 1024, 1024]])).toHaveLength(1);
    const scanner = new WindowScanner(
      planScan([{ length: 64, sha1: sha1(new Uint8Array(64)) }], false),
      new Uint8Array(1),
    );
    expect(scanner.scan(48, 48)).toHaveLength(0);
  });

  it('gives a window once, however often it is there', () => {
    const zeros = new Uint8Array(200_000);
    const windows = [
      [0, 32],
      [0, 128],
    ] as const;
    expect(scanFor(zeros, windows)).toHaveLength(2);
  });

  it('leaves out what another thread has found', () => {
    const sought = [{ length: 32, sha1: sha1(data.subarray(0, 32)) }];
    const scanner = new WindowScanner(planScan(sought, false), Uint8Array.of(1));
    scanner.buffer.set(data);
    expect(scanner.isDone).toBe(true);
    expect(scanner.scan(1024, data.length)).toHaveLength(0);
  });
});
