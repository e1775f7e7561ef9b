import { type ByteSource, defaultLimits } from '@packwright/core';
import type { PackfileVersion } from '../packfile/packfile-version.ts';
import { readPackfile } from '../packfile/read-packfile.ts';

/** What an asm record repeats of its str2 file. */
export interface ContainerContents {
  readonly dataOffset: number;
  /** Absent where the str2 file is not compressed. */
  readonly compressedSize: number | undefined;
  /** Files in the order of the directory. */
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

/** Reads the tables of a str2 file. Throws `ArchiveError` when it is no packfile. */
export async function readContainer(
  source: ByteSource,
  versions: readonly PackfileVersion[],
  signal?: AbortSignal | undefined,
): Promise<ContainerContents> {
  const { header, directory } = await readPackfile(source, { versions, limits: defaultLimits, signal });
  const files = Array.from({ length: directory.length }, (_, entry) => ({
    name: directory.name(entry) ?? '',
    size: directory.size(entry),
  }));
  return { dataOffset: header.dataOffset, compressedSize: header.compressedSize, files };
}
