import type { Archive, Extent, IndexEntry, StoredExtent } from '@packwright/core';
import type { PortableCodecs } from './portable-codecs.ts';

/** An entry as plain data, which can go to another thread. */
export interface PortableRow extends Pick<IndexEntry, 'size' | 'extents' | 'body' | 'checksum'> {}

/** What is wanted of entries: the files, or the bytes as they lie. */
export type RowPurpose = 'files' | 'stored';

/** A row reduced to what a purpose needs. */
export function rowFor(row: IndexEntry, purpose: RowPurpose): PortableRow {
  if (purpose === 'stored') return { extents: row.extents.filter(isStored).map(withoutSteps) };
  return row.body === undefined ? row : { ...row, body: undefined };
}

/**
 * Whether another thread can read a row: not when it lies in a solid block or a further volume, or needs keys or
 * codecs that only this thread has.
 */
export function isPortable(row: PortableRow, archive: Archive, codecs: PortableCodecs): boolean {
  // Without an iterator: this runs for every row, and mostly there is one extent.
  const { extents } = row;
  for (let number = 0; number < extents.length; number++) {
    if (!isPortableExtent(extents[number] as Extent, archive, codecs)) return false;
  }
  if (row.body === undefined) return true;
  return row.body.every((extent) => isPortableExtent(extent, archive, codecs));
}

/** The row with plain members only: a format may give objects that compute them. */
export function copyRow({ size, extents, body, checksum }: PortableRow): PortableRow {
  return { size, extents: extents.map(copyExtent), body: body?.map(copyExtent), checksum };
}

function isPortableExtent(extent: Extent, archive: Archive, codecs: PortableCodecs): boolean {
  if ('bytes' in extent) return true;
  if (extent.region !== undefined || (extent.volume ?? 0) !== 0) return false;
  return extent.steps === undefined || codecs.accept(extent.steps, archive.reading.codecs);
}

function isStored(extent: Extent): extent is StoredExtent {
  return !('bytes' in extent);
}

function withoutSteps({ offset, length, region, volume }: StoredExtent): StoredExtent {
  return { offset, length, region, volume };
}

function copyExtent(extent: Extent): Extent {
  if ('bytes' in extent) return { bytes: extent.bytes };
  const { offset, length, size, steps } = extent;
  return { offset, length, size, steps };
}
