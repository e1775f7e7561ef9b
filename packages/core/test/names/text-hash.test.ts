import { expect, it } from 'vitest';
import { TextHash } from '../../src/index.ts';

const places = 256;
const count = 2000;

/** Names of which all fall on the first of some places for one secret. */
function craft(hash: TextHash, unit: (name: string) => string): string[] {
  const names: string[] = [];
  for (let number = 0; names.length < count; number++) {
    const name = unit(number.toString(36));
    if (hash.of(0, name) % places === 0) names.push(name);
  }
  return names;
}

function fullest(hash: TextHash, names: readonly string[]): number {
  const load = new Uint32Array(2 * places);
  for (const name of names) {
    const low = hash.of(0, name) % places;
    for (const place of [low, places + (hash.high % places)]) load[place] = (load[place] ?? 0) + 1;
  }
  return Math.max(...load);
}

it.each([
  ['short', (name: string) => name],
  ['with one long head', (name: string) => `${'textures/'.repeat(5)}${name}`],
  ['with one long tail', (name: string) => `${name}${'_diffuse'.repeat(5)}.dds`],
])('names %s that collide with one secret are spread with any other', (_, unit) => {
  const names = craft(new TextHash(1, 2), unit);
  expect(fullest(new TextHash(1, 2), names)).toBe(count);
  for (const [key0, key1] of [
    [1, 3],
    [0, 2],
    [0x80000001, 2],
    [1, 0x80000002],
    [0xdeadbeef, 0x01234567],
  ]) {
    // Eight on the average.
    expect(fullest(new TextHash(key0, key1), names)).toBeLessThan(32);
  }
});

it('tells texts that only differ in what hashes that add up or turn overlook', () => {
  const morse = (rank: number, letter: string, other: string): string =>
    rank === 0 ? letter : morse(rank - 1, letter, other) + morse(rank - 1, other, letter);
  const pairs = [
    ['', '\0'],
    ['a', 'a\0'],
    [`a${'x'.repeat(31)}b`, `b${'x'.repeat(31)}a`],
    [morse(9, 'a', 'b'), morse(9, 'b', 'a')],
  ] as const;
  const hash = new TextHash();
  for (const [one, other] of pairs) {
    expect([hash.of(0, one), hash.high]).not.toEqual([hash.of(0, other), hash.high]);
    expect(hash.of(0, one)).not.toBe(hash.of(1, one));
  }
});

it('has a secret of its own each time', () => {
  expect(new TextHash().of(0, 'a name')).not.toBe(new TextHash().of(0, 'a name'));
});
