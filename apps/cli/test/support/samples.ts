import { existsSync } from 'node:fs';
import process from 'node:process';

/** The folder of sample archives; absent where nobody has set it, and then tests that need it are skipped. */
export const samples: string | undefined = process.env.PACKWRIGHT_SAMPLES;

if (samples === undefined) {
  console.warn('SKIPPED: the tests on real archives, because PACKWRIGHT_SAMPLES does not name their folder.');
} else if (!existsSync(samples)) {
  throw new Error(`PACKWRIGHT_SAMPLES is ${samples}, which does not exist.`);
}
