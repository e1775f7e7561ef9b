import type { Row } from '../../src/row.ts';
import type { TreeHeader, Version } from '../../src/version.ts';

/** A table written by hand, sound or not. */
export interface TreeTableDraft {
  readonly version: Version;
  readonly rows: readonly Row[];
  /** Text of the name table, NULs included. */
  readonly names?: string;
  /** Bytes of the archive. */
  readonly size?: number;
  /** Data by offset. */
  readonly data?: readonly (readonly [offset: number, bytes: Uint8Array])[];
  /** Header fields that shall differ from what belongs there. */
  readonly header?: Partial<TreeHeader>;
}

/** The bytes of such an archive. */
export function buildTree({
  version,
  rows,
  names = '',
  size = 8192,
  data = [],
  header = {},
}: TreeTableDraft): Uint8Array {
  const bytes = new Uint8Array(size);
  const words = new Uint32Array(version.words * rows.length);
  for (const [entry, row] of rows.entries()) version.writeRow(row, words, entry);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of words.entries())
    view.setUint32(version.tableAt + 4 * at, word, version.order === 'little');
  const text = Uint8Array.from(names, (character) => character.charCodeAt(0));
  bytes.set(text, version.tableAt + 4 * words.length);
  const usual = { tag: 0, nameShift: 0, platformBit: false, debugAt: 0, unknown0c: 0 };
  bytes.set(version.writeHeader({ count: rows.length, namesLength: text.length, ...usual, ...header }));
  for (const [offset, content] of data) bytes.set(content, offset);
  return bytes;
}

/** A directory row. */
export function directory(name: number, first: number, children: number): Row {
  return { kind: 'directory', name, first, children };
}

/** A stored file row. */
export function file(name: number, offset: number, size: number): Row {
  return { kind: 'binary', name, offset, stored: size, size, isCompressed: false, encryption: 0 };
}
