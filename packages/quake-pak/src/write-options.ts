import type { CodecStep, OptionValues } from '@packwright/core';
import { daikatanaCodec, type Layout, layouts, type Variant } from './layout.ts';

/** Options for writing. */
export const writeOptions = {
  variant: {
    type: 'choice',
    title: 'Which format of the family to write',
    choices: ['quake', 'daikatana', 'sin', 'hrot', 'anachronox'],
    default: 'quake',
  },
  engine: {
    type: 'choice',
    title: 'Refuse more files than this engine reads: quake 2048, quake2 4096',
    choices: ['none', 'quake', 'quake2'],
    default: 'none',
  },
  align: {
    type: 'integer',
    title: 'Start every file at a multiple of this many bytes',
    default: 1,
    minimum: 1,
    maximum: 65536,
  },
  directory: {
    type: 'choice',
    title: 'Whether the directory lies behind the files or before them',
    choices: ['end', 'start'],
    default: 'end',
  },
  maxNameBytes: {
    type: 'integer',
    title: 'Longest name; default: one less than the field, because games need the NUL (Quake 55 of 56)',
    minimum: 1,
    maximum: 128,
  },
  allow4GiB: {
    type: 'boolean',
    title: 'Allow archives from 2 to 4 GiB, which engines with signed offsets cannot read',
    default: false,
  },
  duplicates: {
    type: 'choice',
    title: 'Whether two files may have the same name',
    choices: ['error', 'keep'],
    default: 'error',
  },
  shareIdentical: {
    type: 'boolean',
    title: 'Store files of equal content once',
    default: false,
  },
  compress: {
    type: 'choice',
    title: 'Daikatana: compress what its own packer does (.tga .bmp .wal .pcx .bsp), everything, or nothing',
    choices: ['dkpak', 'always', 'never'],
    default: 'dkpak',
  },
  experimental: {
    type: 'boolean',
    title: 'Anachronox: write although one field of its rows is not understood',
    default: false,
  },
} as const;

/** The values of the options for writing. */
export type WriteValues = OptionValues<typeof writeOptions>;

/** The layout that the options ask for. */
export function layoutOf(options: WriteValues): Layout {
  const variant: Variant = options.variant ?? 'quake';
  return layouts[variant];
}

/** How the content of a file is packed, if it is. */
export function stepsFor(
  layout: Layout,
  path: string,
  options: WriteValues,
): readonly CodecStep[] | undefined {
  if (layout.variant === 'anachronox') return [{ codec: 'zlib' }];
  if (layout.variant !== 'daikatana' || options.compress === 'never') return undefined;
  const isListed = /\.(tga|bmp|wal|pcx|bsp)$/i.test(path);
  return options.compress === 'always' || isListed ? [{ codec: daikatanaCodec }] : undefined;
}
