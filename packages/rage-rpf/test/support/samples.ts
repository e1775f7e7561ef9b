import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A real archive that is not part of the project. */
export interface SampleFile {
  /** Path below the folder of this format. */
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const folder = process.env.PACKWRIGHT_SAMPLES;

/** Real archives, where there are any; without them the tests say so. */
export function loadSamples(): readonly SampleFile[] {
  if (folder === undefined) {
    console.warn('PACKWRIGHT_SAMPLES is not set: the tests with real RAGE archives are skipped.');
    return [];
  }
  const root = join(folder, 'rage');
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.rpf'))
    .sort()
    .map((path) => ({ path, name: basename(path), bytes: new Uint8Array(readFileSync(join(root, path))) }));
}
