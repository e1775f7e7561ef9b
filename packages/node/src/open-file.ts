import { type Archive, type OpenOptions, openArchive } from '@packwright/core';
import { FileSource } from './files/file-source.ts';
import { installNodeNatives } from './natives/install-natives.ts';

/** Opens an archive on the disk, with Node's zlib and crypto at work. Closing it closes the file. */
export async function openFile(path: string, options: OpenOptions): Promise<Archive> {
  installNodeNatives();
  const source = FileSource.open(path);
  try {
    return await openArchive(source, { ...options, closeSource: true });
  } catch (error) {
    await source.close();
    throw error;
  }
}
