import type { NameHash } from '@packwright/core';
import { joaat } from './joaat.ts';

/** Extension ids of version 8 in order; `#` stands for the platform's letter. */
const firstExtensions = 'rpf #mf #dr #ft #dd #td #bn #bd #pd #bs #sd #mt #sc #cs'.split(' ');
const furtherExtensions =
  'mrf cut gfx #cd #ld #pmd #pm #ed #pt #map #typ #ch #ldb #jd #ad #nv #hn #pl #nd #vr #wr #nh #fd #as'.split(
    ' ',
  );
const furtherStart = 64;

/** Id of a file whose extension is part of the hashed path. */
export const otherExtension = 255;

/** Id of a directory; no known archive has one. */
export const directoryExtension = 254;

/** Platform letters that mean the usual thing; `y` is Windows. */
export const platforms = {
  y: 'Windows',
  o: 'PS4',
  d: 'Xbox One',
  a: 'Android',
  s: 'iOS',
  x: 'Xbox 360',
  c: 'PS3',
  v: 'Vita',
  w: 'Win32',
  u: 'unknown',
} as const;

/** The extension with an id, without a dot; nothing for 255 and for ids that nobody knows. */
export function extensionOf(id: number, platform: string): string | undefined {
  const pattern = id < furtherStart ? firstExtensions[id] : furtherExtensions[id - furtherStart];
  return pattern?.replace('#', platform);
}

const hashes = new Map<string, NameHash>();

/**
 * Names of version 8: the path as a whole, without its extension where that has an id. The id is the upper half of
 * the hash, because files of one name and different extensions share the lower one.
 */
export function pathNames(platform: string): NameHash {
  const known = hashes.get(platform);
  if (known !== undefined) return known;
  const ids = new Map<string, number>();
  for (const [at, pattern] of firstExtensions.entries()) ids.set(pattern.replace('#', platform), at);
  for (const [at, pattern] of furtherExtensions.entries())
    ids.set(pattern.replace('#', platform), furtherStart + at);
  const made: NameHash = {
    bits: 32,
    covers: 'path',
    hash(bytes, start, end, into) {
      const dot = lastDot(bytes, start, end);
      const id = dot < 0 ? undefined : ids.get(lowerText(bytes, dot + 1, end));
      into[0] = joaat(bytes, start, id === undefined ? end : dot);
      into[1] = id ?? otherExtension;
    },
  };
  hashes.set(platform, made);
  return made;
}

/** The dot before an extension of at most four letters, or −1. */
function lastDot(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= Math.max(start, end - 5); at--) if (bytes[at] === 0x2e) return at;
  return -1;
}

function lowerText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end)).toLowerCase();
}
