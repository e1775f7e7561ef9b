import { ArchiveError, type ErrorCode } from '@packwright/core';

/** What a user can do about a failure of the operating system, by its code. */
const helpByCode: { readonly [code: string]: string } = {
  ENOENT: 'Check the spelling of the path.',
  EACCES: 'Check the permissions of the file and of its folders.',
  EPERM: 'Check the permissions of the file and of its folders.',
  EISDIR: 'Name a file, not a folder.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  ENOSPC: 'Free some space, or write to another disk.',
  EDQUOT: 'Free some of your disk quota, or write to another disk.',
  EROFS: 'The disk is read-only: write to another one.',
  EFBIG: 'The file system does not take a file of this size: write to another disk.',
  EMFILE: 'Too many files are open: close some, or raise the limit with `ulimit -n`.',
  ENAMETOOLONG: 'Choose a shorter path.',
  EBUSY: 'Another program uses the file: close it and try again.',
  EEXIST: 'Choose another name, or allow overwriting.',
};

/** The code of a failed system call, such as `ENOENT`; absent for other values. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** A failed system call as an `ArchiveError`; one that is an `ArchiveError` already is given back as it is. */
export function systemError(error: unknown, code: ErrorCode, action: string, path: string): ArchiveError {
  if (ArchiveError.is(error)) return error;
  const cause = systemCode(error);
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  return new ArchiveError(code, `Cannot ${action} ${path}: ${reason}.`, {
    path,
    help: cause === undefined ? undefined : helpByCode[cause],
    cause: error,
  });
}

/** Node's message without the system call and the path, which the sentence has already. */
function reasonOf(error: Error): string {
  return error.message.replace(/^[A-Z0-9_]+: /, '').replace(/, [a-z]+( '.*)?$/s, '');
}
