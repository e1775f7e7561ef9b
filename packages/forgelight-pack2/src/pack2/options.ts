/** Options for reading a pack2. */
export const readOptions = {
  sniff: {
    type: 'boolean',
    title: 'Inflate assets that begin with a frame even when their flags call them stored',
    default: false,
  },
} as const;

/** The schema of the reading options. */
export type ReadOptions = typeof readOptions;

/** Options for writing a pack2. */
export const writeOptions = {
  compress: {
    type: 'choice',
    title: 'Whether to compress: where it helps, always, or never',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
  },
  threshold: {
    type: 'integer',
    title: 'With compress=auto, store a file unless it shrinks below this percentage',
    minimum: 1,
    maximum: 100,
    default: 90,
  },
  level: { type: 'integer', title: 'Compression level', minimum: 0, maximum: 9, default: 9 },
  encoder: {
    type: 'choice',
    title:
      "Who compresses: fast (default), the machine's own zlib, or classic zlib, whose bytes the games have",
    choices: ['fast', 'native', 'classic'],
  },
  align: {
    type: 'integer',
    title: 'Assets and map start at multiples of this many bytes',
    minimum: 1,
    maximum: 65536,
    default: 256,
  },
  block128: {
    type: 'text',
    title: 'The 128 bytes of unknown making in the header, as 256 hex digits; zeros without it',
  },
} as const;

/** The schema of the writing options. */
export type WriteOptions = typeof writeOptions;
