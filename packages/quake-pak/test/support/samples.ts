/** The folder of real archives; they are never part of the project. */
export const samples: string = process.env.PACKWRIGHT_SAMPLES ?? '';

/** Whether checks on real archives must be left out; that is said aloud. */
export const samplesMissing: boolean = samples === '';

if (samplesMissing) {
  console.warn('PACKWRIGHT_SAMPLES is not set: the checks on real archives are SKIPPED.');
}
