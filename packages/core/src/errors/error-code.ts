/** Every code an `ArchiveError` can have, by the exit code the command gives for it. */
export const errorCodesByExit = {
  2: ['OPTION_INVALID', 'WRITE_REFUSED'],
  3: ['FORMAT_UNKNOWN', 'FORMAT_AMBIGUOUS', 'VARIANT_UNSUPPORTED', 'PLUGIN_INVALID'],
  4: ['DAMAGED', 'TRUNCATED', 'CHECKSUM_MISMATCH', 'SIZE_MISMATCH'],
  5: ['KEY_MISSING', 'KEY_WRONG', 'CODEC_MISSING'],
  6: ['ENTRY_NOT_FOUND', 'ENTRY_AMBIGUOUS'],
  7: ['PATH_UNSAFE', 'LIMIT_EXCEEDED'],
  8: ['SOURCE_OUT_OF_RANGE', 'SOURCE_CHANGED', 'SOURCE_FAILED', 'SINK_FAILED', 'LOCKED', 'JOURNAL_PENDING'],
} as const;

/** A stable name for what went wrong. */
export type ErrorCode = (typeof errorCodesByExit)[keyof typeof errorCodesByExit][number];

/** The exit code for an error code. */
export function exitCodeOf(code: ErrorCode): number {
  for (const [exit, codes] of Object.entries(errorCodesByExit)) {
    if ((codes as readonly string[]).includes(code)) return Number(exit);
  }
  return 8;
}
