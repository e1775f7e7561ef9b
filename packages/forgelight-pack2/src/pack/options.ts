/** Options for writing a pack. */
export const writeOptions = {
  layout: {
    type: 'choice',
    title: 'Give each list a block of 8192 bytes as games do, or no more room than it needs',
    choices: ['blocks', 'compact'],
    default: 'blocks',
  },
  nameLimit: {
    type: 'integer',
    title: 'Longest name in bytes; games are known to take 128',
    minimum: 1,
    maximum: 1024,
    default: 128,
  },
} as const;

/** The schema of the writing options. */
export type WriteOptions = typeof writeOptions;
