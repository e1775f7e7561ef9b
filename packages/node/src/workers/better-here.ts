/** What the calling thread has and workers have not: entries that failed there for lack of it are tried again here. */
export const betterHere: ReadonlySet<string> = new Set(['CODEC_MISSING', 'KEY_MISSING', 'LIMIT_EXCEEDED']);
