import { describe, expect, it } from 'vitest';
import { HashIndex } from '../../src/archive/hash-index.ts';
import { PartHashIndex } from '../../src/archive/part-hash-index.ts';
import { PathIndex } from '../../src/archive/path-index.ts';
import { RowIndex } from '../../src/archive/row-index.ts';
import {
  type EntryTable,
  type IndexEntry,
  MemoryBudget,
  MemoryShare,
  type NameHash,
} from '../../src/index.ts';

const rows = 1000;
const columns = 4 * (1024 + rows);

describe.each([
  ['with memory for an index', 2 ** 20, columns],
  ['without, row by row', columns, 0],
])('rows %s', (_, limit, drawn) => {
  it('are found by their hash, all of them in order', () => {
    const share = new MemoryShare(new MemoryBudget(limit));
    const index = new RowIndex(rows, (row) => row % 300, share);
    expect(share.used).toBe(drawn);
    expect([...index.find(7, (row) => row % 300 === 7)]).toEqual([7, 307, 607, 907]);
    expect([...index.find(301, (row) => row % 300 === 301)]).toEqual([]);
    index.close();
    expect(share.used).toBe(0);
  });

  it('are found by their path, forgivingly where nothing fits exactly', () => {
    const share = new MemoryShare(new MemoryBudget(limit));
    const pathOf = (row: number): string => `Folder\\${row % 500}.TXT`;
    const index = new PathIndex(rows, pathOf, share);
    expect([...index.find('Folder\\3.TXT')]).toEqual([3, 503]);
    expect(share.used).toBe(drawn);
    expect([...index.find('./folder/3.txt')]).toEqual([3]);
    expect([...index.find('folder/500.txt')]).toEqual([]);
    expect(share.used).toBe(2 * drawn);
    index.close();
    expect(share.used).toBe(0);
  });
});

describe('hashes that were chosen to have one chain', () => {
  // Such halves cancel out where one is multiplied and put to the other.
  let looks = 0;

  it('are not all looked at for one path', () => {
    const table: EntryTable = {
      length: rows,
      at: () => ({}) as IndexEntry,
      hashLow: (row) => {
        looks++;
        return Math.imul(row, 0x85ebca6b);
      },
      hashHigh: (row) => row,
    };
    const index = new HashIndex(table, new MemoryShare(new MemoryBudget(2 ** 20)));
    looks = 0;
    expect([...index.find(Math.imul(7, 0x85ebca6b), 7)]).toEqual([7]);
    expect(looks).toBeLessThan(20);
  });

  it('are not all looked at for a path in parts', () => {
    const hash: NameHash = { bits: 64, covers: 'part', hash() {} };
    const entries: EntryTable = {
      length: rows,
      at: (row) => {
        looks++;
        const high = BigInt(row);
        const low = BigInt(Math.imul(row, 0xc2b2ae35) >>> 0);
        return { hash: (high << 32n) | low } as IndexEntry;
      },
    };
    const index = new PartHashIndex(
      { variant: '', entries, structure: [] },
      hash,
      new MemoryShare(new MemoryBudget(2 ** 20)),
    );
    looks = 0;
    const digits = ((7n << 32n) | BigInt(Math.imul(7, 0xc2b2ae35) >>> 0)).toString(16).toUpperCase();
    expect([...index.find(`0x${digits.padStart(16, '0')}`)]).toEqual([7]);
    expect(looks).toBeLessThan(20);
  });
});

it('gives the memory back when a row cannot be read', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 20));
  const damaged = (): number => {
    throw new Error('Row 999 is damaged.');
  };
  expect(() => new RowIndex(rows, damaged, share)).toThrow('Row 999 is damaged.');
  expect(share.used).toBe(0);
});
