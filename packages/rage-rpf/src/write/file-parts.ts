import {
  ArchiveError,
  type ByteSource,
  type CodecStep,
  type Piece,
  type Placed,
  type WritePart,
} from '@packwright/core';
import { pageHeaderLength } from '../resources/page-resource.ts';
import type { FileRow } from '../row.ts';
import type { TableCipher } from '../table-cipher.ts';
import type { PackedResource, Version } from '../version.ts';
import { isScript } from '../versions/rpf7.ts';

/** Files that the games read in place: archives and streamed audio are never compressed. */
const storedExtensions: readonly string[] = ['.rpf', '.awc'];

/** How the files of an archive are packed. */
export interface FileRules {
  readonly version: Version;
  /** How files are compressed; absent: they are stored. */
  readonly packing: CodecStep | undefined;
  readonly cipher: TableCipher | undefined;
  /** Files begin at multiples of this at least. */
  readonly alignment: number;
}

/** A file to be packed. */
export interface NewFile {
  readonly path: string;
  readonly name: Uint8Array;
  /** Number for pieces. */
  readonly content: number;
  readonly source: ByteSource;
}

/** Parts of one file, which lie one behind another, and what its row will say. */
export interface FileParts {
  readonly parts: readonly WritePart[];
  readonly resource: PackedResource | undefined;
}

/** The parts that a file becomes: resources are taken apart by their header, others compressed where that helps. */
export async function packFile(
  file: NewFile,
  { version, packing, cipher, alignment }: FileRules,
  signal: AbortSignal | undefined,
): Promise<FileParts> {
  const { source, content: entry } = file;
  const { size } = source;
  const head = await source.read(0, Math.min(size, pageHeaderLength), { signal });
  const resource = version.takeApart(head, size);
  const align = Math.max(alignment, version.alignment(size, resource !== undefined));
  if (resource === undefined) {
    if (packing === undefined || size === 0 || isReadInPlace(file.path)) {
      return { parts: [{ align, pieces: [{ entry }] }], resource };
    }
    const onlyBelow = Math.min(1, version.mostCompressed / size);
    return { parts: [{ align, pieces: [{ entry }], steps: [packing], onlyBelow }], resource };
  }
  const { header } = resource;
  if (cipher !== undefined && version.number === 7 && isScript(file.name)) {
    const steps = cipher.file(file.name, size);
    const first = { align, pieces: [{ bytes: header ?? head }] };
    return { parts: [first, { pieces: [{ entry, offset: head.length }], steps }], resource };
  }
  const pieces: Piece[] =
    header === undefined ? [{ entry }] : [{ bytes: header }, { entry, offset: header.length }];
  return { parts: [{ align, pieces }], resource };
}

function isReadInPlace(path: string): boolean {
  const lower = path.toLowerCase();
  return storedExtensions.some((extension) => lower.endsWith(extension));
}

/** The row of a file whose parts have their place, the first one being part `number`. */
export function rowOfPlaced(
  { parts, resource }: FileParts,
  placed: Placed,
  number: number,
  version: Version,
  path: string,
): FileRow {
  const offset = checkOffset(placed.at(number), version, path);
  let stored = 0;
  for (let part = number; part < number + parts.length; part++) stored += placed.size(part);
  if (resource !== undefined) {
    const { type, flags1, flags2 } = resource;
    return { kind: 'resource', name: 0, offset, stored, type, flags1, flags2 };
  }
  const isCompressed = placed.encoded(number);
  return {
    kind: 'binary',
    name: 0,
    offset,
    stored,
    size: placed.plainSize(number),
    isCompressed,
    encryption: 0,
  };
}

/** Refuses a file that is too large for a row, as a sentence; nothing when it fits. */
export function refuseFileSize(size: number, version: Version): string | undefined {
  if (size <= version.mostSize) return undefined;
  return `has ${size} bytes, expected at most ${version.mostSize} in version ${version.number}`;
}

/** Gives an offset back that a row can say; others are `WRITE_REFUSED`. */
export function checkOffset(offset: number, version: Version, path: string): number {
  if (offset < version.offsetLimit) return offset;
  throw new ArchiveError(
    'WRITE_REFUSED',
    `The file would lie at offset ${offset}, expected one below ${version.offsetLimit} in version ${version.number}.`,
    { path, help: 'Split the files over several archives.' },
  );
}
