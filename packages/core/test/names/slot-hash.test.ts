import { describe, expect, it } from 'vitest';
import { SlotHash } from '../../src/names/slot-hash.ts';

const places = 1024;
const count = 100 * places;

/** Random numbers that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state ^ (state >>> 11)) >>> 0) / 2 ** 32;
  };
}

function fullest(hash: SlotHash, hashes: readonly (readonly [number, number])[]): number {
  const load = new Uint32Array(places);
  for (const [low, high] of hashes) {
    const place = hash.of(low, high) & (places - 1);
    load[place] = (load[place] ?? 0) + 1;
  }
  return Math.max(...load);
}

const all = Array.from({ length: count }, (_, number) => number);

describe.each([1, 2, 3, 4, 5])('with the secret %i', (seed) => {
  const hash = new SlotHash(seeded(seed));

  it.each([
    ['the high half alone', all.map((number) => [7, number] as const)],
    ['the low half alone', all.map((number) => [number, 7] as const)],
    ['upper bits alone', all.map((number) => [number << 15, number >>> 17] as const)],
    ['halves that cancel out', all.map((number) => [Math.imul(number, -0x85ebca6b), number] as const)],
  ])('spreads hashes that differ in %s', (_, hashes) => {
    // A hundred on the average.
    expect(fullest(hash, hashes)).toBeLessThan(400);
  });

  it('spreads hashes that fall on one place with another secret', () => {
    const other = new SlotHash(seeded(seed + 100));
    const crafted: [number, number][] = [];
    for (let low = 0; crafted.length < 10_000; low++) {
      if ((other.of(low, 0) & (places - 1)) === 0) crafted.push([low, 0]);
    }
    expect(fullest(other, crafted)).toBe(10_000);
    expect(fullest(hash, crafted)).toBeLessThan(100);
  });
});

it('has a secret of its own each time', () => {
  expect(new SlotHash().of(1, 2)).not.toBe(new SlotHash().of(1, 2));
});
