import { ArchiveError } from '../errors/archive-error.ts';

/** Zeros of a length that was checked before; a platform that has no room gives `LIMIT_EXCEEDED`, not its own error. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new ArchiveError('LIMIT_EXCEEDED', `Found no memory for ${length} bytes at once.`, {
      cause,
      help: 'Read the data as a stream.',
    });
  }
}
