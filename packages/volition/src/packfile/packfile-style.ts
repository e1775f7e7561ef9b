import { type Attributes, alignUp, decodeLatin1, hexNumber } from '@packwright/core';
import { detectAlignment, runningStarts } from './alignment.ts';
import { guessLevel } from './compression.ts';
import { isCompressed, layoutFlags } from './layout.ts';
import type { Packfile } from './read-packfile.ts';

/** File names of streaming containers, on any platform: `.str2_pc`, `.str2_xbox2`, … */
const containerName = /\.str2_[a-z0-9]+$/i;

/** Whether a file name is that of a streaming container. */
export function isContainerName(name: string | undefined): boolean {
  return name !== undefined && containerName.test(name);
}

/** Alignment that containers and other archives have when nothing else is known. */
export function usualAlignment(
  packfile: Pick<Packfile['header'], 'version' | 'layout'>,
  name: string | undefined,
): number {
  const { version, layout } = packfile;
  if (layout === 'raw' || layout === 'compressed') return version.sector;
  if (layout === 'condensed') return 16;
  // Version 10 aligns what it says about containers in memory, version 6 nothing.
  if (version.compressedStarts === 'physical') return isContainerName(name) ? 16 : 1;
  if (version.version === 6 || isContainerName(name)) return 1;
  return name?.toLowerCase() === 'table.vpp_pc' ? 64 : 16;
}

/** The alignment an archive was made with, or nothing when there is no regular one. */
export function findAlignment(packfile: Packfile, name: string | undefined): number | undefined {
  const { header, directory } = packfile;
  const usual = usualAlignment(header, name);
  if (header.layout === 'compressed') return usual;
  if (header.layout !== 'compacted' || header.version.compressedStarts === 'logical') {
    return detectAlignment(directory, usual);
  }
  // An archive of one entry tells by its data size whether it counts memory or the stream.
  const { starts, end } = runningStarts(directory, 16);
  const isAligned = starts.every((start, entry) => start === directory.start(entry));
  return isAligned && header.dataSize === alignUp(end, 16) ? 16 : detectAlignment(directory, 1);
}

/** What `info` shows of an archive. */
export function describePackfile(packfile: Packfile, align: number | undefined): Attributes {
  const { header } = packfile;
  return {
    version: header.version.version,
    byteOrder: header.order,
    layout: header.layout,
    flags: hexNumber(header.flags),
    ...(align === undefined ? {} : { align }),
    dataOffset: header.dataOffset,
    dataSize: header.dataSize,
    ...(header.compressedSize === undefined ? {} : { compressedSize: header.compressedSize }),
    ...(header.banner.length === 0 ? {} : { banner: decodeLatin1(header.banner) }),
  };
}

/** Options with which the writer makes an archive of the same style; nothing where it cannot. */
export function proposeWriteOptions(
  packfile: Packfile,
  align: number | undefined,
  head: Uint8Array,
): Attributes | undefined {
  const { header } = packfile;
  const { writeAs, methodFlags } = header.version;
  if (writeAs === undefined) return undefined;
  const level = isCompressed(header.layout) ? guessLevel(head) : undefined;
  const flags = header.flags - layoutFlags(header.layout);
  const usualFlags = isCompressed(header.layout) ? methodFlags : 0;
  return {
    version: writeAs,
    layout: header.layout,
    byteOrder: header.order,
    ...(align === undefined ? {} : { align }),
    ...(level === undefined ? {} : { level }),
    ...(flags === usualFlags ? {} : { flags }),
    ...(header.banner.length === 0 ? {} : { banner: decodeLatin1(header.banner) }),
  };
}
