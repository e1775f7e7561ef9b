import { type Archive, ArchiveError, BytesSource, openArchive } from '@packwright/core';
import plugin from '../../src/index.ts';

/** Opens bytes with this format, asked for by name or not. */
export function openPak(
  bytes: Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  strict = false,
): Promise<Archive> {
  return openArchive(new BytesSource(bytes, 'test.pak'), {
    formats: [plugin],
    format: 'quake-pak',
    options,
    strict,
  });
}

/** The code of the error that opening ends with. */
export async function refusal(
  bytes: Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  strict = false,
): Promise<ArchiveError> {
  try {
    await openPak(bytes, options, strict);
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
  throw new Error('the archive was opened, expected an error');
}

/** The codes of the findings, each once. */
export function codes(archive: Archive): string[] {
  return [...new Set(archive.findings.map(({ code }) => code))];
}
