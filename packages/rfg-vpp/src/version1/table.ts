import {
  ArchiveError,
  alignUp,
  type ByteOrder,
  type ByteSource,
  decodeLatin1,
  findNul,
  type Limits,
  type TableMemory,
} from '@packwright/core';
import { readSignature } from '@packwright/volition';
import { version1 } from '../layout.ts';

const { sector, headerSize, entrySize, nameSize, sizeAt, countAt, fileSizeAt } = version1;

/** Header and directory of a version 1 archive: columns over raw bytes. */
export class Version1Table {
  readonly length: number;
  readonly order: ByteOrder;
  /** The size that the header declares. */
  readonly declaredSize: number;
  readonly dataOffset: number;
  readonly directory: Uint8Array;
  readonly #view: DataView;
  readonly #offsets: Float64Array;

  constructor(head: Uint8Array, directory: Uint8Array, order: ByteOrder, archiveSize: number) {
    const isLittle = order === 'little';
    const header = new DataView(head.buffer, head.byteOffset, head.byteLength);
    this.length = header.getUint32(countAt, isLittle);
    this.declaredSize = header.getUint32(fileSizeAt, isLittle);
    this.order = order;
    this.directory = directory;
    this.dataOffset = alignUp(headerSize + directory.length, sector);
    this.#view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
    this.#offsets = this.#findOffsets(archiveSize);
  }

  size(entry: number): number {
    return this.#view.getUint32(entry * entrySize + sizeAt, this.order === 'little');
  }

  /** Where the file lies: the sizes of those before it tell. */
  offset(entry: number): number {
    return this.#offsets[entry] ?? 0;
  }

  name(entry: number): string {
    const { start, end } = this.nameRange(entry);
    return decodeLatin1(this.directory, start, end);
  }

  nameRange(entry: number): { readonly start: number; readonly end: number; readonly isTerminated: boolean } {
    const start = entry * entrySize;
    const end = start + findNul(this.directory.subarray(start, start + nameSize), 0, nameSize);
    return { start, end, isTerminated: end < start + nameSize };
  }

  #findOffsets(archiveSize: number): Float64Array {
    const offsets = new Float64Array(this.length);
    let next = this.dataOffset;
    for (let entry = 0; entry < this.length; entry++) {
      offsets[entry] = next;
      // Behind the end nothing is found any more; standing still keeps lying sizes from adding up without bound.
      if (next <= archiveSize) next = alignUp(next + this.size(entry), sector);
    }
    return offsets;
  }
}

/** Reads header and directory. Throws when they are not all there. */
export async function readVersion1(
  source: ByteSource,
  limits: Limits,
  signal?: AbortSignal | undefined,
  memory?: TableMemory | undefined,
): Promise<Version1Table> {
  if (source.size < headerSize) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found a packfile of ${source.size} bytes, expected at least ${headerSize} for its header.`,
      { offset: source.size, help: 'The archive was not copied or downloaded to its end.' },
    );
  }
  const head = await source.read(0, headerSize, { signal });
  const order = readSignature(head)?.order ?? 'little';
  const count = new DataView(head.buffer, head.byteOffset).getUint32(countAt, order === 'little');
  const length = count * entrySize;
  if (length > source.size - headerSize) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${count} entries, which need ${length} bytes, but only ${source.size - headerSize} follow the header.`,
      { offset: countAt, help: 'The archive is damaged, or was not copied or downloaded to its end.' },
    );
  }
  if (count > limits.entries || length > limits.memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The archive has ${count} entries, the limit is ${limits.entries}.`,
      {
        offset: countAt,
        help: 'Raise --limit-entries or --memory if you trust the archive.',
      },
    );
  }
  // The offsets that are worked out.
  memory?.take(8 * count);
  return new Version1Table(head, await source.read(headerSize, length, { signal }), order, source.size);
}
