import { type Attributes, encodeLatin1, fromHex } from '@packwright/core';
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

/** Writes the name field of a row; bytes behind the name are zeros, or what the attributes kept of them. */
export function putName(
  layout: Layout,
  row: Uint8Array,
  name: string,
  attributes?: Attributes | undefined,
): void {
  const bytes = encodeLatin1(name);
  const field = row.subarray(0, layout.nameBytes);
  field.fill(0);
  field.set(bytes);
  const kept = attributes?.nameTail;
  const tail = typeof kept === 'string' ? fromHex(kept) : undefined;
  // A tail that does not begin with NUL would make the name longer.
  if (tail?.length === field.length - bytes.length && tail[0] === 0) field.set(tail, bytes.length);
}

/** Writes the numbers of a row; Anachronox' unknown word is given back where the attributes kept it. */
export function putData(
  layout: Layout,
  row: Uint8Array,
  data: RowData,
  attributes?: Attributes | undefined,
): void {
  const view = new DataView(
    row.buffer,
    row.byteOffset + layout.nameBytes,
    layout.rowBytes - layout.nameBytes,
  );
  view.setUint32(0, data.offset, true);
  view.setUint32(4, data.size, true);
  if (view.byteLength < 16) return;
  view.setUint32(8, data.stored, true);
  if (layout.variant === 'daikatana') view.setUint32(12, data.packed ? 1 : 0, true);
  else if (typeof attributes?.unknown8c === 'number') view.setUint32(12, attributes.unknown8c, true);
}
