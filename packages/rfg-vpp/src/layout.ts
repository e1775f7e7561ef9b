import { type PackfileVersion, version3 } from '@packwright/volition';

/** Versions that share their tables with other games of the family. */
export const versions: readonly PackfileVersion[] = [version3];

/*
 * Version 1, little endian in all known files (R: measured on 18 archives):
 *
 *   0x000  u32       magic                                    R
 *   0x004  u32       version, 1                               R
 *   0x008  u32       count                                    R
 *   0x00C  u32       bytes of the archive                     R
 *   0x010  …         zero up to 0x800                         R
 *   0x800  64 × n    char name[60], padded with NUL; u32 size R
 *
 * Directory and files each begin at a multiple of 2048, and the last file is padded too. No offsets are stored, and
 * an empty file takes no sector.
 */

/** Sizes and places of version 1. */
export const version1 = {
  version: 1,
  variant: 'v1',
  sector: 2048,
  headerSize: 2048,
  countAt: 8,
  fileSizeAt: 12,
  entrySize: 64,
  nameSize: 60,
  sizeAt: 60,
} as const;
