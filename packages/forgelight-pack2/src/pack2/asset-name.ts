import { parseUnresolvedName, type WriteEntry } from '@packwright/core';
import { nameHash } from './names.ts';

/** The name of the file without its folders, which the format does not store. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether a path has folders, which the format does not store. */
export function hasFolder(path: string): boolean {
  return baseName(path) !== path;
}

/**
 * Writes the hash that an asset gets to `into`, low half first: the one it carries, the one its name spells
 * (`0x` and 16 hex digits, with any extension), or that of its name.
 */
export function hashAsset(asset: Pick<WriteEntry, 'path' | 'hash'>, into: Uint32Array): void {
  const given = asset.hash ?? parseUnresolvedName(baseName(asset.path), nameHash.bits);
  if (given === undefined) {
    const bytes = new TextEncoder().encode(asset.path);
    nameHash.hash(bytes, 0, bytes.length, into);
    return;
  }
  into[0] = Number(given & 0xffffffffn);
  into[1] = Number((given >> 32n) & 0xffffffffn);
}
