import { ArchiveError } from '@packwright/core';

/** The error for patterns that fit no entry. */
export function nothingMatched(path: string, patterns: readonly string[]): ArchiveError {
  return new ArchiveError('ENTRY_NOT_FOUND', `No entry matches ${patterns.join(' ')}.`, {
    path,
    help: 'Patterns are globs: * stays in a folder, ** goes through folders, a leading ! excludes.',
  });
}
