import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { reserveThreads } from '@packwright/node';

/** Archives with fewer bytes, and folders with fewer items, are mostly done before a thread has started. */
const smallArchive = 4 * 2 ** 20;
const smallFolder = 16;

/**
 * V8 optimises functions after so many bytes of bytecode, eight times its default. What takes long in these verbs is
 * the system, zlib and WebAssembly; with the default, optimising little functions in the background takes a quarter of
 * the cores away from a short run.
 */
const optimiseAfter = 1_000_000;

/**
 * Begins what long work needs, before the command itself is loaded: a thread takes as long to start as the command.
 * Nothing hangs on this. It guesses from the words; threads that nobody needs are ended with the command.
 */
export function giveHeadStart(words: readonly string[]): void {
  setFlagsFromString(`--interrupt-budget=${optimiseAfter}`);
  if (words.some((word) => /^(-j|--jobs)/.test(word))) return;
  if (words.some(isLarge)) reserveThreads(availableParallelism() - 1);
}

function isLarge(word: string): boolean {
  const [outer = ''] = word.split('!/');
  const stat = statSync(outer, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return readdirSync(outer).length >= smallFolder;
  return stat !== undefined && stat.size >= smallArchive;
}
