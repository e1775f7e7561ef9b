import { availableParallelism } from 'node:os';
import type { Archive } from '@packwright/core';
import { installNodeNatives } from '../natives/install-natives.ts';
import type { ExtractOptions, ExtractReport } from './extract-options.ts';
import { Extraction } from './extraction.ts';

/**
 * Writes the files of an archive below a folder, under every rule of safety: nothing outside, no link followed or
 * made, no half file, declared sizes as caps. Bad entries are reported and do not stop the others; a full disk, a
 * changing archive and an abort do (what was finished stays).
 */
export async function extractArchive(
  archive: Archive,
  destination: string,
  options: ExtractOptions = {},
): Promise<ExtractReport> {
  options.signal?.throwIfAborted();
  installNodeNatives();
  const extraction = new Extraction(archive, destination, options, options.jobs ?? availableParallelism());
  return extraction.run();
}
