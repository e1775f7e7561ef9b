import type { ArchiveIndex, ByteSource, Extent, Finding, OpenContext, Structure } from '@packwright/core';
import { FindingTally } from '@packwright/core';
import { checkDirectory, checkHeaderChecksum } from './check-directory.ts';
import { describeBlock } from './compacted-block.ts';
import { type CompressionChooser, zlibCompression } from './compression.ts';
import { isCompressed } from './layout.ts';
import { type EntryLocation, PackfileEntries } from './packfile-entries.ts';
import { describePackfile, findAlignment, proposeWriteOptions } from './packfile-style.ts';
import type { PackfileVersion } from './packfile-version.ts';
import { type Placement, placeEntries } from './place-entries.ts';
import { type Packfile, readPackfile } from './read-packfile.ts';

/** What a format tells about the packfiles it reads. */
export interface PackfileProfile {
  readonly versions: readonly PackfileVersion[];
  /** Chooses other codecs than zlib where an archive needs them. */
  readonly compression?: CompressionChooser;
  /** What is worth saying about an archive besides. */
  readonly remarks?: (packfile: Packfile) => readonly Finding[];
}

/** Enough of the data to recognise a codec. */
const headLength = 16;
/** Bytes for each entry whose place is worked out. */
const offsetLength = 8;

/** Reads the tables of a packfile and tells where its entries are. */
export async function openPackfile(
  source: ByteSource,
  context: OpenContext,
  profile: PackfileProfile,
): Promise<ArchiveIndex> {
  const { limits, signal } = context;
  const report = (finding: Finding): void => context.report(finding);
  const packfile = await readPackfile(source, { versions: profile.versions, limits, signal });
  const { header } = packfile;
  checkHeaderChecksum(packfile, await source.read(0, header.version.headerSize, { signal }), report);
  checkDirectory(packfile, report);
  for (const finding of profile.remarks?.(packfile) ?? []) report(finding);
  const head = await readDataHead(source, packfile, signal);
  const compression = profile.compression?.(packfile, head) ?? zlibCompression;
  const location = await locate(packfile, context, compression.block);
  if (location.placement !== undefined) checkPlacement(packfile, location.placement, report);
  const align = findAlignment(packfile, source.name);
  const writeOptions = proposeWriteOptions(packfile, align, head);
  return {
    variant: header.version.variant,
    entries: new PackfileEntries(packfile, location, compression),
    structure: describeStructure(packfile),
    gaps: 'free',
    ...(location.block === undefined ? {} : { regions: [location.block.region] }),
    ...(writeOptions === undefined ? {} : { writeOptions }),
    attributes: describePackfile(packfile, align),
  };
}

async function readDataHead(
  source: ByteSource,
  { header }: Packfile,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const available = isCompressed(header.layout) ? Math.max(0, source.size - header.dataOffset) : 0;
  return source.read(available === 0 ? 0 : header.dataOffset, Math.min(headLength, available), { signal });
}

async function locate(
  packfile: Packfile,
  context: OpenContext,
  steps: Parameters<typeof describeBlock>[1]['steps'],
): Promise<EntryLocation> {
  const { header, directory } = packfile;
  const report = (finding: Finding): void => context.report(finding);
  const isSolid =
    header.layout === 'compacted' && header.version.compacted === 'solid' && directory.length > 0;
  const { memory } = context;
  if (isSolid) {
    const read = (extents: readonly Extent[]): Promise<Uint8Array> => context.read(extents);
    return { block: await describeBlock(packfile, { steps, report, read, memory }) };
  }
  memory.take(offsetLength * directory.length);
  return { placement: placeEntries(packfile, report) };
}

function checkPlacement(packfile: Packfile, placement: Placement, report: (finding: Finding) => void): void {
  const { directory, header, fileSize } = packfile;
  const tally = new FindingTally(report);
  for (let entry = 0; entry < directory.length; entry++) {
    const offset = placement.offset(entry);
    const length = placement.length(entry);
    if (length === 0 || offset <= fileSize - length) continue;
    tally.add('entry-outside', () => ({
      severity: 'error',
      message: `Entry ${entry} takes ${length} bytes at offset ${offset}, but the file ends at ${fileSize}.`,
      entry,
      offset: header.directory.offset + entry * header.version.entrySize,
    }));
  }
  tally.finish();
}

/** Each table reaches up to the next one: the padding between them is no room for data. */
function describeStructure({ header, fileSize }: Packfile): readonly Structure[] {
  const { version, directory, names, extensions, dataOffset } = header;
  const blocks = [
    { name: 'header', offset: 0, end: version.headerSize },
    { name: 'directory', offset: directory.offset, end: names.offset },
    { name: 'names', offset: names.offset, end: extensions?.offset ?? dataOffset },
    ...(extensions === undefined ? [] : [{ name: 'extensions', offset: extensions.offset, end: dataOffset }]),
  ];
  return blocks
    .map(({ name, offset, end }) => ({ name, offset, length: Math.min(end, fileSize) - offset }))
    .filter(({ length }) => length > 0);
}
