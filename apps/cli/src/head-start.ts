import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { reserveThreads } from '@packwright/node';

/** Bytes of an archive, or items of a folder, for each thread: with fewer it has nothing to do when it has started. */
const bytesPerThread = 8 * 2 ** 20;
const itemsPerThread = 32;

/**
 * V8 optimises functions after so many bytes of bytecode, about fifteen times its default. What takes long in these
 * verbs is the system, zlib and WebAssembly; with the default, optimising little functions in the background takes a
 * quarter of the cores away from a short run.
 */
const optimiseAfter = 1_000_000;

/**
 * Begins what long work needs, before the command itself is loaded: a thread takes as long to start as the command.
 * Nothing hangs on this. It guesses from the words; threads that nobody needs are ended with the command.
 */
export function giveHeadStart(words: readonly string[]): void {
  setFlagsFromString(`--interrupt-budget=${optimiseAfter}`);
  if (words.some((word) => /^(-j|--jobs)/.test(word))) return;
  const wanted = Math.max(...words.map(threadsFor));
  reserveThreads(Math.min(Math.round(wanted), availableParallelism() - 1));
}

/** How many threads a word seems to be worth, if it names an archive or a folder. */
function threadsFor(word: string): number {
  const [outer = ''] = word.split('!/');
  try {
    const stat = statSync(outer);
    return stat.isDirectory() ? readdirSync(outer).length / itemsPerThread : stat.size / bytesPerThread;
  } catch {
    // Most words are no files; what is wrong with one that should be is for the verb to find out and to tell.
    return 0;
  }
}
