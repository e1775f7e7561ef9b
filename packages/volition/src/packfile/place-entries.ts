import type { Finding } from '@packwright/core';
import { endOfApart, runningStarts } from './alignment.ts';
import type { Packfile } from './read-packfile.ts';

/** Where the entries of an archive lie that is not one solid block. */
export interface Placement {
  /** Offset in the file. */
  offset(entry: number): number;
  /** Bytes occupied there. */
  length(entry: number): number;
  /** Whether those bytes are compressed. */
  isEncoded(entry: number): boolean;
  /** `start`: the directory's starts were believed; `running`: the sizes before an entry tell where it is. */
  readonly rule: 'start' | 'running';
}

const wrap = 2 ** 32;
const condensedAlignment = 16;

/** Finds the entries of a raw, compressed or condensed archive by the rules of its layout. */
export function placeEntries(packfile: Packfile, report: (finding: Finding) => void): Placement {
  const { layout, version } = packfile.header;
  if (layout === 'raw') return placeRaw(packfile, report);
  if (layout === 'condensed') return placeCondensed(packfile, report);
  if (layout === 'compacted' || version.compressedStarts === 'physical')
    return placeStreams(packfile, report);
  return placeInSlots(packfile);
}

/** Starts count from the data; above 4 GiB only their low 32 bits are there. */
function placeRaw(packfile: Packfile, report: (finding: Finding) => void): Placement {
  const { header, directory, fileSize } = packfile;
  const hasWrapped = header.version.entry.start.bytes === 4 && fileSize - header.dataOffset > wrap;
  if (!hasWrapped) return placeByStart(packfile);
  const { starts } = runningStarts(directory, header.version.sector);
  if (starts.every((start, entry) => start % wrap === directory.start(entry))) {
    return placeAt(packfile, starts, 'running');
  }
  report({
    severity: 'warning',
    code: 'starts-unwrapped',
    message: `The starts of this archive of ${fileSize} bytes do not follow from the sizes before them; each was taken to lie behind the one before.`,
    offset: header.directory.offset,
  });
  return placeAt(packfile, unwrapStarts(packfile), 'running');
}

function unwrapStarts({ directory }: Packfile): Float64Array {
  const starts = new Float64Array(directory.length);
  let turns = 0;
  let previous = 0;
  for (let entry = 0; entry < directory.length; entry++) {
    const start = directory.start(entry);
    if (start + turns * wrap < previous) turns++;
    previous = start + turns * wrap;
    starts[entry] = previous;
  }
  return starts;
}

/**
 * Starts are believed, unless they contradict one another and the sizes alone explain the whole file. Entries that were
 * moved by an edit lie in another order than the directory has, which is no contradiction.
 */
function placeCondensed(packfile: Packfile, report: (finding: Finding) => void): Placement {
  const { directory, header, fileSize } = packfile;
  if (endOfApart(directory) !== undefined) return placeByStart(packfile);
  const { starts, end } = runningStarts(directory, condensedAlignment);
  if (header.dataOffset + end !== fileSize && end !== header.dataSize) return placeByStart(packfile);
  report({
    severity: 'warning',
    code: 'starts-inconsistent',
    message: `The starts of the entries overlap; each was taken to begin at the next multiple of ${condensedAlignment} after the one before.`,
    offset: header.directory.offset,
  });
  return placeAt(packfile, starts, 'running');
}

/** One stream for each entry on its own sectors. Starts are those of the uncompressed layout: no help here. */
function placeInSlots(packfile: Packfile): Placement {
  return placeEncoded(packfile, placeRunning(packfile, packfile.header.version.sector), 'running');
}

/** One stream for each entry, back to back. */
function placeStreams(packfile: Packfile, report: (finding: Finding) => void): Placement {
  const { directory, header, fileSize } = packfile;
  const running = placeRunning(packfile, 1);
  if (header.version.compressedStarts === 'logical') return placeEncoded(packfile, running, 'running');
  const physical = {
    length: directory.length,
    start: (entry: number) => directory.start(entry),
    size: (entry: number) => storedLength(packfile, entry),
  };
  const end = endOfApart(physical);
  if (end !== undefined && header.dataOffset + end <= fileSize) {
    return placeEncoded(packfile, (entry) => header.dataOffset + directory.start(entry), 'start');
  }
  report({
    severity: 'warning',
    code: 'starts-inconsistent',
    message:
      'The starts of the entries do not fit their compressed sizes; each was taken to follow the one before.',
    offset: header.directory.offset,
  });
  return placeEncoded(packfile, running, 'running');
}

function placeRunning(packfile: Packfile, alignment: number): (entry: number) => number {
  const { directory, header, fileSize } = packfile;
  const offsets = new Float64Array(directory.length);
  let next = header.dataOffset;
  for (let entry = 0; entry < directory.length; entry++) {
    offsets[entry] = next;
    // Behind the end nothing is found any more; standing still keeps lying sizes from adding up without bound.
    if (next <= fileSize) next = Math.ceil((next + storedLength(packfile, entry)) / alignment) * alignment;
  }
  return (entry) => offsets[entry] ?? 0;
}

function placeByStart(packfile: Packfile): Placement {
  const { header, directory } = packfile;
  return {
    offset: (entry) => header.dataOffset + directory.start(entry),
    length: (entry) => directory.size(entry),
    isEncoded: () => false,
    rule: 'start',
  };
}

function placeAt(packfile: Packfile, starts: Float64Array, rule: Placement['rule']): Placement {
  const { header, directory } = packfile;
  return {
    offset: (entry) => header.dataOffset + (starts[entry] ?? 0),
    length: (entry) => directory.size(entry),
    isEncoded: () => false,
    rule,
  };
}

function placeEncoded(
  packfile: Packfile,
  offset: (entry: number) => number,
  rule: Placement['rule'],
): Placement {
  return {
    offset,
    length: (entry) => storedLength(packfile, entry),
    isEncoded: (entry) => isEncoded(packfile, entry),
    rule,
  };
}

function storedLength({ directory }: Packfile, entry: number): number {
  return directory.storedSize(entry) ?? directory.size(entry);
}

/** Entries of a compressed archive may still be stored, each with its own sign of it. */
function isEncoded({ directory }: Packfile, entry: number): boolean {
  const stored = directory.storedSize(entry);
  if (stored === undefined) return false;
  const flags = directory.flags(entry);
  return flags === undefined || (flags & 1) !== 0 || stored !== directory.size(entry);
}
