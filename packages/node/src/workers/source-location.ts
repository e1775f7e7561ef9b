import { type ByteSource, SliceSource } from '@packwright/core';
import { type FileIdentity, FileSource } from '../files/file-source.ts';

/** Where the bytes of an archive lie on the disk, as plain data: a range of a file. */
export interface SourceLocation {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly base: number;
  readonly size: number;
}

/** The place of a source on the disk; absent for bytes that exist only in this thread. */
export function locateSource(source: ByteSource): SourceLocation | undefined {
  const [file, base] = source instanceof SliceSource ? [source.base, source.offset] : [source, 0];
  if (!(file instanceof FileSource)) return undefined;
  return { path: file.path, identity: file.identity, base, size: source.size };
}
