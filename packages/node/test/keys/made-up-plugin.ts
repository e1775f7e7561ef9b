import { createHash } from 'node:crypto';
import type { FormatPlugin, KeyRequirement } from '@packwright/core';

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

/** Bytes that look random and are the same in every run. */
export function madeUpBytes(seed: string, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    createHash('sha256').update(`${seed} ${i}`).digest(),
  );
  return Uint8Array.from(Buffer.concat(blocks).subarray(0, length));
}

/** Keys that exist nowhere: one in a piece, one in many with some equal, one without a digest. */
export const madeUpKeys: {
  readonly small: Uint8Array;
  readonly rows: readonly Uint8Array[];
  readonly tables: readonly Uint8Array[];
} = {
  small: madeUpBytes('small', 32),
  rows: [0, 1, 2].map((i) => madeUpBytes(`row ${i}`, 272)),
  tables: [0, 1].map((i) => madeUpBytes(`table ${i}`, 1024)),
};

/** The key of tables as it must come out: table 0, table 1, table 0. */
export const assembledTables: Uint8Array = Uint8Array.from(
  [0, 1, 0].flatMap((i) => [...(madeUpKeys.tables[i] ?? [])]),
);

const requirements: readonly KeyRequirement[] = [
  {
    id: 'made-up/small',
    title: 'Small key',
    length: 32,
    pieces: [{ length: 32, sha1: sha1(madeUpKeys.small), at: [0] }],
  },
  {
    id: 'made-up/rows',
    title: 'Rows',
    length: 3 * 272,
    pieces: madeUpKeys.rows.map((row, i) => ({ length: 272, sha1: sha1(row), at: [i * 272] })),
  },
  {
    id: 'made-up/tables',
    title: 'Tables',
    length: 3 * 1024,
    pieces: madeUpKeys.tables.map((table, i) => ({
      length: 1024,
      sha1: sha1(table),
      at: i === 0 ? [0, 2048] : [1024],
    })),
  },
  { id: 'made-up/unsearchable', title: 'Key without a digest', length: 16 },
];

/** A format whose keys the tests make up; it reads key files named `made-up.key`. */
export const madeUpPlugin: FormatPlugin = {
  contract: 1,
  id: 'made-up',
  title: 'Made-up format',
  extensions: ['.made'],
  signatures: [],
  options: {},
  keys: requirements,
  readKeyFile: (name, bytes) =>
    name === 'made-up.key' ? new Map([['made-up/unsearchable', bytes]]) : undefined,
  detect: () => undefined,
  open: async () => ({ variant: 'x', entries: { length: 0, at: () => ({ extents: [] }) }, structure: [] }),
};
