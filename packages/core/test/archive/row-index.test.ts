import { describe, expect, it } from 'vitest';
import { PathIndex } from '../../src/archive/path-index.ts';
import { RowIndex } from '../../src/archive/row-index.ts';
import { MemoryBudget, MemoryShare } from '../../src/index.ts';

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
