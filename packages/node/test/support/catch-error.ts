import { ArchiveError } from '@packwright/core';

/** The archive error that work throws; anything else, or none, fails the test. */
export async function catchArchiveError(work: () => unknown): Promise<ArchiveError> {
  try {
    await work();
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
