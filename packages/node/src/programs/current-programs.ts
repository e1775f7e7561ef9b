import type { ProgramLoader } from './program-loader.ts';

let current: ProgramLoader | undefined;

/** Has plugins loaded as programs where their packages have one: for the command and its threads, not for a library. */
export function usePrograms(loader: ProgramLoader): void {
  current = loader;
}

/** The loader of programs, where they are used. */
export function currentPrograms(): ProgramLoader | undefined {
  return current;
}
