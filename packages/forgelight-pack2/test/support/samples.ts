import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const folder = process.env.PACKWRIGHT_SAMPLES;

if (folder === undefined) {
  console.warn('PACKWRIGHT_SAMPLES is not set: the tests with real ForgeLight archives are SKIPPED.');
}

/** Runs tests only where the folder of real archives is known. */
export const describeSamples: typeof describe.skip = folder === undefined ? describe.skip : describe;

/** The bytes of a real file. */
export function readSample(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder ?? '', path)));
}
