import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.PACKWRIGHT_SAMPLES ?? '';

/** Whether checks on real archives must be left out; that is said aloud. */
export const samplesMissing: boolean = folder === '';

if (samplesMissing) {
  console.warn('PACKWRIGHT_SAMPLES is not set: the checks on real Volition archives are SKIPPED.');
}

/** A file of the sample folder; samples are never part of the project. */
export function readSample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, 'volition', name)));
}
