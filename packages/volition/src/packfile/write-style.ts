import { ArchiveError, type ByteOrder, encodeLatin1, type OptionValues } from '@packwright/core';
import { isCompressed, type Layout } from './layout.ts';
import { isContainerName, usualAlignment } from './packfile-style.ts';
import type { PackfileVersion } from './packfile-version.ts';

/** Options with which packfiles are written; each format adds its versions. */
export const packfileWriteOptions = {
  layout: {
    type: 'choice',
    title: 'How entries are stored; default: compacted for .str2_*, else raw',
    choices: ['raw', 'compressed', 'condensed', 'compacted'],
  },
  align: {
    type: 'integer',
    title: 'Alignment of entries; default: that of the layout',
    minimum: 1,
    maximum: 65536,
  },
  byteOrder: {
    type: 'choice',
    title: 'Byte order of the tables; big on Xbox 360 and PlayStation 3',
    choices: ['little', 'big'],
    default: 'little',
  },
  level: {
    type: 'integer',
    title: 'Compression level; games use 9, some archives 1',
    minimum: 0,
    maximum: 9,
    default: 9,
  },
  encoder: {
    type: 'choice',
    title: "Who compresses: fast (default), the machine's own zlib, or classic zlib, as the original packer",
    choices: ['fast', 'native', 'classic'],
  },
  flags: {
    type: 'integer',
    title: 'Further flag bits of the header',
    minimum: 0,
    maximum: 0xffff_ffff,
  },
  banner: { type: 'text', title: "Text for the header's name fields, which games ignore" },
} as const;

/** Values of those options. */
export type PackfileWriteOptions = OptionValues<typeof packfileWriteOptions>;

/** Everything about an archive to be that does not depend on its entries. */
export interface WriteStyle {
  readonly version: PackfileVersion;
  readonly layout: Layout;
  readonly align: number;
  readonly order: ByteOrder;
  readonly level: number;
  /** Absent: the codec chooses. */
  readonly encoder: string | undefined;
  /** Flag bits besides those of the layout. */
  readonly flags: number;
  readonly banner: Uint8Array;
}

/** Completes the options with what is usual for the version and the file name. */
export function resolveStyle(
  version: PackfileVersion,
  options: PackfileWriteOptions,
  name: string | undefined,
): WriteStyle {
  const layout = chooseLayout(version, options, name);
  const banner = encodeLatin1(options.banner ?? '');
  const room = version.header.banner?.length ?? 0;
  if (banner.length > room) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `The banner has ${banner.length} bytes, but a header of version ${version.version} has room for ${room}.`,
    );
  }
  return {
    version,
    layout,
    align:
      layout === 'compressed' ? version.sector : (options.align ?? usualAlignment({ version, layout }, name)),
    order: options.byteOrder ?? 'little',
    level: options.level ?? 9,
    encoder: options.encoder,
    flags: options.flags ?? (isCompressed(layout) ? version.methodFlags : 0),
    banner,
  };
}

function chooseLayout(
  version: PackfileVersion,
  options: PackfileWriteOptions,
  name: string | undefined,
): Layout {
  if (options.layout !== undefined) return options.layout;
  return isContainerName(name) && version.writableLayouts.includes('compacted') ? 'compacted' : 'raw';
}
