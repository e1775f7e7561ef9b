import { ArchiveError, type ArchiveIndex, type ByteSource, type OpenContext, toHex } from '@packwright/core';
import { identify, magicLength } from './layout.ts';
import { readTree } from './read-tree.ts';
import { openRpf8 } from './versions/rpf8.ts';
import { treeVersion } from './versions/tree-version.ts';

/** Options for reading. */
export const readOptions = {
  cipher: {
    type: 'choice',
    title: 'How the table is encrypted, for archives whose tag is wrong or unknown',
    choices: ['auto', 'none', 'aes', 'ng'],
    default: 'auto',
  },
} as const;

/** Reads the table of contents of any version. */
export async function openRpf(
  source: ByteSource,
  context: OpenContext<typeof readOptions>,
): Promise<ArchiveIndex> {
  const magic = await source.read(0, Math.min(source.size, magicLength), { signal: context.signal });
  const identity = identify(magic);
  if (identity === undefined) {
    throw new ArchiveError(
      'DAMAGED',
      `Found the magic ${toHex(magic)}, expected RPF0 to RPF8 in either byte order.`,
      {
        offset: 0,
      },
    );
  }
  const { version, order } = identity;
  if (version === 8) return openRpf8(source, order, context);
  if (version === 1) {
    throw new ArchiveError(
      'VARIANT_UNSUPPORTED',
      'Found RPF1, whose layout nobody knows: no public game uses it, and a hash would collide with its directory flag.',
      { offset: 0 },
    );
  }
  return readTree(source, treeVersion(version, order), context, context.options.cipher ?? 'auto');
}
