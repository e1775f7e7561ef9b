/** Options for writing. */
export const writeOptions = {
  version: {
    type: 'integer',
    title: 'Version of the archive: 0, 2, 3, 4, 6 or 7',
    default: 7,
    minimum: 0,
    maximum: 8,
  },
  byteOrder: {
    type: 'choice',
    title: 'Byte order; default: big for version 6, little for the others',
    choices: ['little', 'big'],
  },
  tag: {
    type: 'choice',
    title: 'Encryption of the table; default: open for version 7, none for the others',
    choices: ['open', 'none', 'aes', 'ng'],
  },
  key: { type: 'text', title: 'Id of the AES key, where it is not the usual one of the version' },
  compress: {
    type: 'choice',
    title: 'Whether files are deflated where that is smaller; auto: in every version but 2',
    choices: ['auto', 'deflate', 'none'],
    default: 'auto',
  },
  level: { type: 'integer', title: 'Compression level', default: 9, minimum: 0, maximum: 9 },
  encoder: {
    type: 'choice',
    title:
      "Who compresses: fast (default), the machine's own zlib, or classic zlib, whose bytes old tools have",
    choices: ['fast', 'native', 'classic'],
  },
  alignment: {
    type: 'integer',
    title: 'Files begin at multiples of this; default: the block of the version',
    minimum: 8,
  },
  rootName: {
    type: 'text',
    title: 'Name of the root directory; default: / in versions 0, 2 and 4, nothing in 7',
  },
  nameShift: {
    type: 'integer',
    title: 'Version 7: names begin at multiples of 2^shift; default: the smallest that fits',
    minimum: 0,
    maximum: 7,
  },
  xbox: { type: 'boolean', title: 'Version 7: mark the archive as one of the Xbox 360', default: false },
  debugNames: { type: 'boolean', title: 'Version 6: keep names beside the hashes', default: true },
} as const;
