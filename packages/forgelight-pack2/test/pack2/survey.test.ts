import { describe, expect, test } from 'vitest';
import { surveyQuickly } from '../../src/pack2/quick-survey.ts';
import { surveyMap } from '../../src/pack2/survey.ts';

const place = { fileSize: 0x4000, start: 0x3000, end: 0x3100 };
/** Words of a sound row: hash low and high, offset, length, flags, data hash. */
const row = (hash: number, change: Readonly<Record<number, number>> = {}): number[] =>
  [hash, 0, 0x200, 0, 0x20, 0, 0x10, 0].map((word, at) => change[at] ?? word);

describe('the quick survey', () => {
  test.each<readonly [fact: string, words: readonly number[]]>([
    ['no rows', []],
    ['sound rows', [...row(1), ...row(2)]],
    ['a hash of nothing', row(0)],
    [
      'hashes that differ in their high half only',
      [...row(9), ...row(1, { 1: 1 }), ...row(0, { 1: 0xffffffff })],
    ],
    ['data up to the map', row(1, { 2: 0x2fe0 })],
    ['data right behind the map', row(1, { 2: 0x3100 })],
    ['data up to the end', row(1, { 2: 0x3fe0 })],
    ['an empty asset with the compressed flag', row(1, { 4: 0, 6: 0x11 })],
    ['the shortest frame', row(1, { 4: 10, 6: 0x11 })],
    ['unknown flags and odd offsets', row(1, { 2: 0x201, 6: 0xffffff00 })],
    ['a list of names', [...row(1), ...row(0xbd97fd30, { 1: 0x4137cc65 })]],
  ])('agrees with the full one about %s', (_, words) => {
    const columns = Uint32Array.from(words);
    const full = surveyMap(columns, words.length / 8, place);
    expect(full).toMatchObject({ isSound: true, isSorted: true });
    expect(surveyQuickly(columns, words.length / 8, place)).toEqual(full);
  });

  test.each<readonly [fact: string, words: readonly number[]]>([
    ['rows out of order', [...row(2), ...row(1)]],
    ['rows of the same hash', [...row(2), ...row(2)]],
    ['data over the header', row(1, { 2: 0x9f })],
    ['lengths and offsets that would cancel each other', row(1, { 2: 0xffffff00, 4: 0xffffff00 })],
    ['a length that is negative as a signed number', row(1, { 4: 0xfffffff0 })],
    ['data beyond the file', row(1, { 2: 0x3fe1 })],
    ['data far beyond the file', row(1, { 2: 0x7fffffff, 4: 0x7fffffff })],
    ['data that begins before the map', row(1, { 2: 0x2fe1 })],
    ['data that ends after the map', row(1, { 2: 0x30ff })],
    ['data around the map', row(1, { 2: 0x2f00, 4: 0x300 })],
    ['a frame that is too short', row(1, { 4: 9, 6: 0x11 })],
  ])('leaves %s to the full one', (_, words) => {
    const columns = Uint32Array.from(words);
    const { isSound, isSorted } = surveyMap(columns, words.length / 8, place);
    expect(isSound && isSorted).toBe(false);
    expect(surveyQuickly(columns, words.length / 8, place)).toBeUndefined();
  });

  test.each<readonly [fact: string, change: Readonly<Record<number, number>>]>([
    ['data behind the header', { 2: 0xa0 }],
    ['an empty asset anywhere', { 2: 0x7fffffff, 4: 0 }],
  ])('leaves %s to the full one, which finds it sound', (_, change) => {
    const columns = Uint32Array.from(row(1, change));
    expect(surveyQuickly(columns, 1, place)).toBeUndefined();
    expect(surveyMap(columns, 1, place).isSound).toBe(true);
  });

  test.each<readonly [fact: string, change: Readonly<Record<number, number>>, isSound: boolean]>([
    ['an offset beyond 31 bits', { 2: 0x80000000 }, true],
    ['an offset beyond 32 bits', { 3: 1 }, true],
    ['a length beyond 32 bits', { 5: 1 }, true],
    ['a length beyond 53 bits', { 5: 0x200000 }, false],
  ])('leaves %s to the full one, in files that large', (_, change, isSound) => {
    const large = { fileSize: 2 ** 40, start: 2 ** 39, end: 2 ** 39 + 32 };
    const columns = Uint32Array.from(row(1, change));
    expect(surveyQuickly(columns, 1, large)).toBeUndefined();
    expect(surveyQuickly(columns, 1, place)).toBeUndefined();
    expect(surveyMap(columns, 1, large).isSound).toBe(isSound);
  });

  /** More rows than one call of the inner loop looks at. */
  const manyRows = 3000;
  const large = { fileSize: 2 ** 20, start: 0x80000, end: 0x80000 + manyRows * 32 };
  const makeMany = (changed: number, change: Readonly<Record<number, number>>): Uint32Array =>
    Uint32Array.from(
      Array.from({ length: manyRows }, (_, i) => row(i, { 1: 7, ...(i === changed ? change : {}) })).flat(),
    );

  test.each([0, 1023, 1024, 2047, 2999])('gathers what row %d of many has', (changed) => {
    const columns = makeMany(changed, { 2: 0x301, 6: 0x80000010 });
    const survey = surveyQuickly(columns, manyRows, large);
    expect(survey).toEqual(surveyMap(columns, manyRows, large));
    expect(survey).toMatchObject({ flagBits: 0x80000010, offsetBits: 0x301 });
  });

  test.each([1023, 1024, 1025, 2048, 2999])('sees that row %d of many is out of order', (changed) => {
    const columns = makeMany(changed, { 0: changed - 1 });
    expect(surveyMap(columns, manyRows, large).isSorted).toBe(false);
    expect(surveyQuickly(columns, manyRows, large)).toBeUndefined();
    const lower = makeMany(changed, { 1: 6 });
    expect(surveyQuickly(lower, manyRows, large)).toBeUndefined();
  });

  test.each([0, 1024, 2999])('sees that row %d of many lies beyond the file', (changed) => {
    expect(surveyQuickly(makeMany(changed, { 2: 2 ** 20 }), manyRows, large)).toBeUndefined();
    expect(surveyQuickly(makeMany(changed, { 3: 1 }), manyRows, large)).toBeUndefined();
  });
});
