import { ArchiveError, exitCodeOf } from '@packwright/core';

/** Exit codes that no error code stands for. */
export const exitCodes = { done: 0, problems: 1, nothingMatched: 6, interrupted: 130 } as const;

const damaged = 4;

/** The exit code of an error. */
export function exitCodeFor(error: unknown): number {
  return exitCodeOf(ArchiveError.is(error) ? error.code : 'SOURCE_FAILED');
}

/** One exit code for several results: damage is the worst news, then the highest number. */
export function worstExitCode(codes: Iterable<number>): number {
  const all = [...codes];
  return all.includes(damaged) ? damaged : Math.max(exitCodes.done, ...all);
}
