import { ArchiveError } from '@packwright/core';

/** The refusal of a path: what is wrong with it, as the end of a sentence. */
export function unsafePath(path: string, fault: string): ArchiveError {
  return new ArchiveError('PATH_UNSAFE', `The path ${JSON.stringify(path)} ${fault}.`, {
    path,
    help: 'The entry is left out; read it with `cat` if you need its bytes.',
  });
}
