import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { cacheFolder, type Importer, makeCodeStore, ProgramLoader, startThreads } from '@packwright/node';

/** Bytes of an archive for each thread: with fewer it has nothing to do when it has started. */
const bytesPerThread = 8 * 2 ** 20;

/** Those that go through whole archives, with all cores. */
const longVerbs = ['extract', 'x', 'verify', 't'];

/** What is there before the command is loaded. */
export interface HeadStart {
  readonly programs: ProgramLoader;
  /** Threads that are on their way. */
  readonly threads: readonly Worker[];
}

/**
 * Begins what takes long to begin: it guesses from the words. Threads that nobody needs are ended with the command, and
 * a word that is no verb finds no code that is kept for it, nor is any kept, because nothing runs.
 */
export function takeHeadStart(words: readonly string[], importer: Importer): HeadStart {
  const [verb = ''] = words;
  const programs = new ProgramLoader(importer, codeStore(verb));
  const isLong = longVerbs.includes(verb) && !words.some((word) => /^(-j|--jobs)/.test(word));
  return {
    programs,
    threads: startThreads(isLong ? countThreads(words) : 0, programs.store),
  };
}

/** As many as the largest archive is worth, or as there are cores for besides this thread's. */
function countThreads(words: readonly string[]): number {
  const most = availableParallelism() - 1;
  let wanted = 0;
  for (const word of words) {
    if (wanted >= most) return most;
    wanted = Math.max(wanted, Math.round(threadsFor(word)));
  }
  return Math.min(wanted, most);
}

function codeStore(verb: string): ProgramLoader['store'] {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  // A verb may come behind flags.
  return makeCodeStore(folder, /^[a-z]+$/.test(verb) ? verb : 'other');
}

/** How many threads a word seems to be worth, if it names an archive. */
function threadsFor(word: string): number {
  const [outer = ''] = word.split('!/');
  try {
    return statSync(outer).size / bytesPerThread;
  } catch {
    // Most words are no files; what is wrong with one that should be is for the verb to find out and to tell.
    return 0;
  }
}
