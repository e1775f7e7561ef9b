import { ArchiveError, decodeLatin1 } from '@packwright/core';
import type { Row } from '../row.ts';
import type { TreeHeader, Version } from '../version.ts';
import type { NumberedNode } from './plan-node.ts';

/** What the table of an archive to be is made of, apart from where its files go. */
export interface TableFacts {
  readonly version: Version;
  readonly tag: number;
  /** Fixed, or the smallest that fits. */
  readonly nameShift: number | undefined;
  readonly platformBit: boolean;
  /** Versions 2 to 5: a word of the header that is kept. */
  readonly unknown0c?: number | undefined;
}

/** The name offsets and sizes of a table, fixed before any file is placed. */
export interface TableLayout {
  readonly nodes: readonly NumberedNode[];
  /** What a row says for the name of each entry: an offset, or the hash. */
  readonly nameFields: readonly number[];
  /** The padded name table. */
  readonly names: Uint8Array;
  readonly nameShift: number;
  /** First byte behind the table. */
  readonly end: number;
}

/** Values that the name field of version 7 has. */
const nameFields7 = 65536;

const largestShift = 7;

/** Lays out entries and names; `WRITE_REFUSED` when there are too many of them. */
export function layOutTable(nodes: readonly NumberedNode[], facts: TableFacts): TableLayout {
  const { version } = facts;
  if (nodes.length > version.mostEntries) {
    throw new ArchiveError(
      'WRITE_REFUSED',
      `Found ${nodes.length} entries, expected at most ${version.mostEntries} in version ${version.number}.`,
    );
  }
  const pool = poolNames(nodes, facts);
  const namesLength = version.paddedNames(nodes.length, pool.length);
  const names = new Uint8Array(namesLength);
  for (const [at, name] of pool.names) names.set(name, at);
  const end = version.tableAt + 4 * version.words * nodes.length + namesLength;
  return { nodes, nameFields: pool.fields, names, nameShift: pool.shift, end };
}

interface Pool {
  readonly fields: readonly number[];
  /** Names by offset. */
  readonly names: ReadonlyMap<number, Uint8Array>;
  readonly length: number;
  readonly shift: number;
}

function poolNames(nodes: readonly NumberedNode[], { version, nameShift }: TableFacts): Pool {
  if (version.names === 'hash') {
    return { fields: nodes.map(({ node }) => node.hash), names: new Map(), length: 0, shift: 0 };
  }
  if (version.number !== 7) return poolWithShift(nodes, 0);
  const shifts =
    nameShift === undefined ? Array.from({ length: largestShift + 1 }, (_, shift) => shift) : [nameShift];
  for (const shift of shifts) {
    const pool = poolWithShift(nodes, shift);
    if (pool.fields.every((field) => field < nameFields7)) return pool;
  }
  throw new ArchiveError(
    'WRITE_REFUSED',
    `Found more than ${nameFields7 * 2 ** (shifts.at(-1) ?? 0)} bytes of names, which version 7 cannot address.`,
    { help: nameShift === undefined ? undefined : 'Leave the option nameShift away.' },
  );
}

/** Equal names share one place; each begins at a multiple of 2^shift. */
function poolWithShift(nodes: readonly NumberedNode[], shift: number): Pool {
  const fields: number[] = [];
  const names = new Map<number, Uint8Array>();
  const known = new Map<string, number>();
  const scale = 2 ** shift;
  let length = 0;
  for (const { node } of nodes) {
    const text = decodeLatin1(node.name);
    let field = known.get(text);
    if (field === undefined) {
      field = Math.ceil(length / scale);
      known.set(text, field);
      names.set(field * scale, node.name);
      length = field * scale + node.name.length + 1;
    }
    fields.push(field);
  }
  return { fields, names, length, shift };
}

/** Entries and names as bytes; `rows` gives the row of each file. */
export function encodeTable(
  { nodes, nameFields, names }: TableLayout,
  version: Version,
  rows: (node: NumberedNode['node']) => Row,
): Uint8Array {
  const words = new Uint32Array(version.words * nodes.length);
  for (const [entry, { node, first }] of nodes.entries()) {
    const name = nameFields[entry] ?? 0;
    const row: Row =
      node.file === undefined
        ? { kind: 'directory', name, first, children: node.children.length }
        : { ...rows(node), name };
    version.writeRow(row, words, entry);
  }
  const bytes = new Uint8Array(4 * words.length + names.length);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word, version.order === 'little');
  bytes.set(names, 4 * words.length);
  return bytes;
}

/** The header for a layout. */
export function headerOf(
  layout: TableLayout,
  { version, tag, platformBit, unknown0c = 0 }: TableFacts,
  debugAt: number,
): Uint8Array {
  const header: TreeHeader = {
    count: layout.nodes.length,
    tag,
    namesLength: layout.names.length,
    nameShift: layout.nameShift,
    platformBit,
    debugAt,
    unknown0c,
  };
  return version.writeHeader(header);
}
