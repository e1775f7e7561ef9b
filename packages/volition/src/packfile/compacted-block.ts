import {
  ArchiveError,
  alignUp,
  type CodecStep,
  type Extent,
  type Finding,
  type Region,
  type TableMemory,
} from '@packwright/core';
import { endOfApart, isOrdered, runningStarts } from './alignment.ts';
import type { Packfile } from './read-packfile.ts';

/** The one stream of a compacted archive, and where in its decoded bytes the entries are. */
export interface CompactedBlock {
  readonly region: Region;
  /** Offset in the decoded block. */
  offset(entry: number): number;
}

/** What finding the entries of a solid block needs. */
export interface CompactedOptions {
  readonly steps: readonly CodecStep[];
  report(finding: Finding): void;
  /** Decoded bytes, for a look into the stream where the table leaves a doubt. */
  read(extents: readonly Extent[]): Promise<Uint8Array>;
  /** What the index holds. */
  readonly memory: TableMemory;
}

/** Bytes that packers may add behind the last entry and count: up to a sector. */
const terminalPadding = 2048;
const memoryAlignment = 16;
/** Stored bytes that are decoded at most to tell a packed stream from an aligned one. */
const longestProbe = 16 * 2 ** 20;
/** Plain bytes that deflate can make of one stored byte. */
const mostPerByte = 1032;
/** Bytes for each entry: its start, its flush point, and as much again while both are found. */
const columnsLength = 24;
const searchLength = 24;

/** Describes the solid block of a compacted archive: its range, its size and its flush points. */
export async function describeBlock(packfile: Packfile, options: CompactedOptions): Promise<CompactedBlock> {
  const { memory } = options;
  memory.take((columnsLength + searchLength) * packfile.directory.length);
  const starts = await findStarts(packfile, options);
  const offset = (entry: number): number => starts?.[entry] ?? packfile.directory.start(entry);
  const ranges = {
    length: packfile.directory.length,
    start: offset,
    size: (entry: number) => packfile.directory.size(entry),
  };
  const length = streamLength(packfile, options.report);
  const size = blockSize(packfile, offset, length, starts !== undefined, options.report);
  const restarts = isOrdered(ranges) ? findRestarts(packfile, offset, length, options.report) : undefined;
  memory.release(searchLength * packfile.directory.length);
  const region: Region = {
    offset: Math.min(packfile.header.dataOffset, packfile.fileSize),
    length,
    size,
    steps: options.steps,
    ...(restarts === undefined ? {} : { restarts }),
  };
  return { region, offset };
}

/** Starts that differ from the directory's, or nothing when those are right. */
async function findStarts(packfile: Packfile, options: CompactedOptions): Promise<Float64Array | undefined> {
  const { directory, header } = packfile;
  const packed = runningStarts(directory, 1);
  const isPacked = packed.starts.every((start, entry) => start === directory.start(entry));
  if (isPacked) return undefined;
  if (header.version.compressedStarts === 'physical')
    return findStartsInStream(packfile, options, packed.starts);
  const end = endOfApart(directory);
  if (end !== undefined && end <= header.dataSize) return undefined;
  const canBePacked = packed.end === header.dataSize;
  options.report({
    severity: 'error',
    code: 'starts-inconsistent',
    message: canBePacked
      ? `The starts of the entries overlap or reach ${end} bytes, but the block has ${header.dataSize}; the entries were taken to follow one another.`
      : `The starts of the entries overlap or reach ${end} bytes, but the block has ${header.dataSize}.`,
    offset: header.directory.offset,
  });
  return canBePacked ? packed.starts : undefined;
}

/**
 * In version 10 starts may be those in memory, on multiples of 16, while the stream is packed. The first entry whose
 * size is no such multiple tells: its flush point decodes to the sum of the sizes, or to the aligned sum.
 */
async function findStartsInStream(
  packfile: Packfile,
  options: CompactedOptions,
  packed: Float64Array,
): Promise<Float64Array | undefined> {
  const { directory, header, fileSize } = packfile;
  const aligned = runningStarts(directory, memoryAlignment).starts;
  if (!aligned.every((start, entry) => start === directory.start(entry))) return packed;
  let stored = 0;
  let entry = 0;
  for (; entry < directory.length - 1; entry++) {
    stored += directory.storedSize(entry) ?? Number.POSITIVE_INFINITY;
    if (directory.size(entry) % memoryAlignment !== 0) break;
  }
  if (!(stored <= Math.min(longestProbe, fileSize - header.dataOffset))) return packed;
  const extent = { offset: header.dataOffset, length: stored, steps: options.steps };
  try {
    const { length } = await options.read([extent]);
    options.memory.release(length);
    return length === directory.start(entry + 1) ? undefined : packed;
  } catch (error) {
    // Reading the entries will tell what is wrong with the stream; here only its length was asked for.
    if (ArchiveError.is(error)) return packed;
    throw error;
  }
}

/** Stored bytes of the stream: what the header says, as far as it is there. */
function streamLength({ header, fileSize }: Packfile, report: (finding: Finding) => void): number {
  const available = Math.max(0, fileSize - header.dataOffset);
  const { compressedSize } = header;
  if (compressedSize !== undefined && compressedSize <= available) return compressedSize;
  if (compressedSize !== undefined) {
    report({
      severity: 'error',
      code: 'data-truncated',
      message: `The compressed data takes ${compressedSize} bytes, but only ${available} follow the tables.`,
      offset: header.dataOffset,
    });
  }
  return available;
}

/** Plain bytes of the block: up to the end of the last entry, unless the stream can never give that much. */
function blockSize(
  { directory, header }: Packfile,
  offset: (entry: number) => number,
  stored: number,
  isRecomputed: boolean,
  report: (finding: Finding) => void,
): number {
  let end = 0;
  for (let entry = 0; entry < directory.length; entry++) {
    end = Math.max(end, offset(entry) + directory.size(entry));
  }
  const { dataSize } = header;
  // One wrong size must not take the whole block with it.
  const most = stored * mostPerByte;
  const size = end <= most ? end : Math.min(dataSize, most);
  // Version 10 counts what the entries take in memory.
  const inMemory = runningStarts(directory, memoryAlignment).end;
  const countsMemory =
    header.version.compressedStarts === 'physical' && dataSize === alignUp(inMemory, memoryAlignment);
  if (isRecomputed || countsMemory || dataSize === end) return size;
  const isPadded = dataSize > end && dataSize - end < terminalPadding;
  report({
    severity: isPadded ? 'note' : dataSize < end ? 'error' : 'warning',
    code: 'data-size',
    message: `The header gives ${dataSize} bytes of data, but the last entry ends at ${end}.`,
    offset: header.version.header.dataSize.at,
  });
  return isPadded ? dataSize : size;
}

/** A flush ends each entry: the running sums of stored and decoded sizes are points at which decoding may resume. */
function findRestarts(
  { directory, header }: Packfile,
  offset: (entry: number) => number,
  length: number,
  report: (finding: Finding) => void,
): Float64Array | undefined {
  const restarts: number[] = [];
  let stored = 0;
  for (let entry = 0; entry < directory.length; entry++) {
    if (entry > 0 && stored > 0 && stored < length) restarts.push(stored, offset(entry));
    stored += directory.storedSize(entry) ?? Number.POSITIVE_INFINITY;
  }
  const expected = header.compressedSize ?? length;
  if (stored === expected) return Float64Array.from(restarts);
  report({
    severity: 'warning',
    code: 'flush-points-unknown',
    message: `The compressed sizes of the entries add up to ${stored} bytes, the header says ${expected}: the block can only be read from its start.`,
    offset: header.directory.offset,
  });
  return undefined;
}
