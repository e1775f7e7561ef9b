import { type Attributes, fromHex, putLatin1 } from '@packwright/core';
import type { Layout } from './layout.ts';

/** Where the data of a file went and how. */
export interface RowData {
  readonly offset: number;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes that it occupies. */
  readonly stored: number;
  /** Whether it went through a codec. */
  readonly packed: boolean;
}

/** Writes the name of the row at `start`; bytes behind the name are zeros, or what the attributes kept of them. */
export function putName(
  layout: Layout,
  rows: Uint8Array,
  start: number,
  name: string,
  attributes?: Attributes | undefined,
): void {
  const nameEnd = start + name.length;
  const end = start + layout.nameBytes;
  putLatin1(name, rows, start);
  rows.fill(0, nameEnd, end);
  const kept = attributes?.nameTail;
  const tail = typeof kept === 'string' ? fromHex(kept) : undefined;
  // A tail that does not begin with NUL would make the name longer.
  if (tail?.length === end - nameEnd && tail[0] === 0) rows.set(tail, nameEnd);
}

/** Writes the numbers of the row at `start`; Anachronox' unknown word is given back where the attributes kept it. */
export function putData(
  layout: Layout,
  rows: DataView,
  start: number,
  data: RowData,
  attributes?: Attributes | undefined,
): void {
  const at = start + layout.nameBytes;
  rows.setUint32(at, data.offset, true);
  rows.setUint32(at + 4, data.size, true);
  if (!layout.packs) return;
  rows.setUint32(at + 8, data.stored, true);
  if (layout.variant === 'daikatana') rows.setUint32(at + 12, data.packed ? 1 : 0, true);
  else if (typeof attributes?.unknown8c === 'number') rows.setUint32(at + 12, attributes.unknown8c, true);
}
