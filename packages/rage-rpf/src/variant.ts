import { type Identity, tags7 } from './layout.ts';

/** How a variant is called: `RPF7 little-endian OPEN`. */
export function variantTitle({ version, order }: Identity, encryption?: string | undefined): string {
  const title = `RPF${version} ${order}-endian`;
  return encryption === undefined ? title : `${title} ${encryption}`;
}

const titles7: ReadonlyMap<number, string> = new Map([
  [tags7.open, 'OPEN'],
  [tags7.cfxp, 'CFXP'],
  [tags7.aes, 'AES'],
  [tags7.aesPs3, 'AES'],
  [tags7.aesXbox, 'AES'],
  [tags7.aesPs4, 'AES'],
  [tags7.ng, 'NG'],
]);

/** What a tag says about encryption, in a word; nothing where it says none, or nobody knows what. */
export function encryptionTitle(version: number, tag: number): string | undefined {
  if (version === 7) return titles7.get(tag);
  return tag === 0 ? undefined : 'AES';
}
