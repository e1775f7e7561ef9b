import { decodeLatin1, toHex } from '@packwright/core';

/** Files that are taken for this family because of their extension or first letters. */
const lookAlikes: readonly { readonly bytes: string; readonly at: number; readonly name: string }[] = [
  { bytes: '50414b01', at: 0, name: 'a ForgeLight pack2 archive' },
  { bytes: '504b0304', at: 0, name: 'a ZIP archive (.pk3, .pk4 and many .pak files are)' },
  { bytes: '504b0506', at: 0, name: 'an empty ZIP archive' },
  { bytes: '49574144', at: 0, name: 'a Doom WAD archive (IWAD)' },
  { bytes: '50574144', at: 0, name: 'a Doom WAD archive (PWAD)' },
  { bytes: '57414432', at: 0, name: 'a Quake WAD archive (WAD2)' },
  { bytes: '57414433', at: 0, name: 'a Half-Life WAD archive (WAD3)' },
  { bytes: '4c53504b', at: 0, name: 'a Larian package' },
  { bytes: '50414331', at: 8, name: 'a Bohemia Enfusion archive' },
  { bytes: '04000000', at: 0, name: 'a Chromium resource archive' },
  { bytes: '05000000', at: 0, name: 'a Chromium resource archive' },
];

/** What the first bytes are, for a message: a known neighbour, or the bytes themselves. */
export function describeStart(head: Uint8Array): string {
  const known = lookAlikes.find(({ bytes, at }) => toHex(head.subarray(at, at + bytes.length / 2)) === bytes);
  if (known !== undefined) return known.name;
  const start = head.subarray(0, 4);
  return `a file that begins with ${toHex(start).replace(/(..)(?=.)/g, '$1 ')} (${printable(start)})`;
}

function printable(bytes: Uint8Array): string {
  return JSON.stringify(decodeLatin1(bytes).replace(/[^ -~]/g, '.'));
}
