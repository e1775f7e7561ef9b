import { describe, expect, test } from 'vitest';
import { columnTable } from '../../src/workers/entry-columns.ts';
import type { PortableRow } from '../../src/workers/portable-row.ts';
import { toColumns } from '../support/to-columns.ts';

const steps = [{ codec: 'zlib', level: 6 }];
const bytes = Uint8Array.of(1, 2, 3);

const rows: readonly PortableRow[] = [
  { extents: [{ offset: 10, length: 5 }] },
  { size: 7, extents: [{ offset: 2 ** 40, length: 5, size: 7, steps }] },
  { extents: [{ offset: 20, length: 5, steps: [{ codec: 'zlib', level: 6 }] }] },
  { extents: [{ offset: 30, length: 5, steps: [{ codec: 'zlib', level: 9 }] }] },
  {
    extents: [{ offset: 40, length: 5 }],
    checksum: { algorithm: 'crc32', over: 'content', value: 0xffffffff },
  },
  {
    extents: [{ offset: 50, length: 5 }],
    checksum: { algorithm: 'crc64', over: 'stored', value: 0xfedcba9876543210n },
  },
  {
    extents: [{ offset: 60, length: 5 }],
    checksum: { algorithm: 'crc32', over: 'content', prefix: bytes, value: 1 },
  },
  { extents: [{ offset: 70, length: 5 }], checksum: { algorithm: 'sha1', over: 'content', value: bytes } },
  { extents: [{ bytes }, { offset: 80, length: 5 }] },
  { extents: [{ bytes }] },
  { extents: [] },
  { extents: [{ offset: 90, length: 5 }], body: [{ offset: 91, length: 4 }] },
  { size: 9, extents: [{ offset: 95, length: 5, steps }] },
  {
    extents: [{ offset: 100, length: 5 }],
    checksum: { algorithm: 'crc32', over: 'content', prefix: Uint8Array.of(4, 5, 6), value: 2 },
  },
  {
    extents: [{ offset: 110, length: 5 }],
    checksum: { algorithm: 'crc32', over: 'content', prefix: new Uint8Array(9), value: 3 },
  },
];

describe('columns', () => {
  test('give every row back, after a copy to another thread as well', () => {
    const columns = toColumns(rows);
    for (const table of [columnTable(columns), columnTable(structuredClone(columns))]) {
      expect(table.length).toBe(rows.length);
      rows.forEach((row, number) => {
        const { size: _, ...expected } = row;
        expect(table.at(number)).toMatchObject(
          JSON.parse(JSON.stringify(expected, keepSpecial), reviveSpecial),
        );
      });
    }
  });

  test('hold in maps only what needs it, and each kind of step and checksum once', () => {
    const columns = toColumns(rows);
    expect([...columns.special.keys()]).toEqual([7, 8, 9, 10, 11, 12, 14]);
    expect(columns.stepLists).toHaveLength(2);
    expect(columns.checksumKinds).toHaveLength(3);
  });

  test('keep a row plain whose members are computed', () => {
    const extent = {
      get offset() {
        return 1;
      },
      get length() {
        return 2;
      },
    };
    const columns = toColumns([{ extents: [{ bytes }, extent] }]);
    expect(structuredClone(columns.special).get(0)?.extents[1]).toEqual({ offset: 1, length: 2 });
  });
});

function keepSpecial(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { big: value.toString() };
  return value instanceof Uint8Array ? { bytes: [...value] } : value;
}

function reviveSpecial(_: string, value: { big?: string; bytes?: number[] }): unknown {
  if (typeof value?.big === 'string') return BigInt(value.big);
  return Array.isArray(value?.bytes) && Object.keys(value).length === 1 && typeof value.bytes[0] === 'number'
    ? Uint8Array.from(value.bytes)
    : value;
}
