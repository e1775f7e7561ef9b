import { ColumnBuilder } from '../../src/workers/column-builder.ts';
import type { EntryColumns } from '../../src/workers/entry-columns.ts';
import type { PortableRow } from '../../src/workers/portable-row.ts';

/** Puts rows into columns. */
export function toColumns(rows: readonly PortableRow[], order?: Uint32Array): EntryColumns {
  const builder = new ColumnBuilder(rows.length);
  for (const row of rows) builder.add(row);
  return builder.finish(order);
}
