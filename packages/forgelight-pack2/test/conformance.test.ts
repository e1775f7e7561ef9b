import { describeFormat } from '@packwright/testkit';
import { describe, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { pack2Plugin, packPlugin } from '../src/index.ts';
import { file, writeBytes } from './support/archives.ts';
import { buildPack } from './support/build-pack.ts';
import { buildFrame, buildPack2, byHash, type RawAsset } from './support/build-pack2.ts';

const text = 'words that come again and again, '.repeat(60);
const noise = Uint8Array.from({ length: 700 }, (_, at) => (at * at * 2654435761) >>> 13);

describeFormat(
  { describe, it },
  pack2Plugin,
  [
    {
      name: 'stored, compressed and empty assets',
      variant: 'pack2',
      bytes: () =>
        writeBytes(
          pack2Plugin,
          [
            file('noise.bin', noise),
            file('text.txt', text),
            file('empty.txt', ''),
            file('short.txt', 'short'),
          ],
          { encoder: 'classic' },
        ),
      names: ['noise.bin', 'text.txt', 'empty.txt', 'short.txt'],
      entries: inRowOrder({ 'noise.bin': noise, 'text.txt': text, 'empty.txt': '', 'short.txt': 'short' }),
    },
    {
      name: 'a list of names inside, and an asset without a name',
      bytes: buildPack2(
        byHash([
          { name: '{NAMELIST}', stored: '{NAMELIST}\na.txt\n' },
          { name: 'a.txt', stored: 'alpha' },
          { hash: 0xffffffffffffffffn, stored: new Uint8Array(300) },
        ]),
      ),
      // Edits of the list itself must not take the names away that the checks look for.
      names: ['{NAMELIST}', 'a.txt'],
      entries: [
        ...inRowOrder({ '{NAMELIST}': '{NAMELIST}\na.txt\n', 'a.txt': 'alpha' }),
        { path: '0xFFFFFFFFFFFFFFFF', content: new Uint8Array(300) },
      ],
    },
    {
      name: 'a compressed asset that its flags call stored',
      bytes: buildPack2([{ name: 'sniffed.txt', stored: buildFrame(text), flags: 0x10 }]),
      names: ['sniffed.txt'],
      options: { sniff: true },
      entries: [{ path: 'sniffed.txt', content: text }],
      roundTrip: 'identical',
    },
    {
      name: 'an asset over the map',
      bytes: buildPack2([{ hash: 1n, stored: 'x', length: 0x110 }]),
      entries: [{ path: '0x0000000000000001', size: 0x110 }],
      errors: ['row-overlaps-map'],
      overlaps: true,
    },
  ],
  { manifest: manifest.packwright, positions: 1500 },
);

describeFormat(
  { describe, it },
  packPlugin,
  [
    {
      name: 'two chunks without blocks',
      variant: 'pack',
      bytes: buildPack([
        {
          files: [
            { name: 'A.txt', content: 'alpha' },
            { name: 'Empty.xml', content: '' },
          ],
        },
        { files: [{ name: 'B.bin', content: noise }] },
      ]),
      entries: [
        { path: 'A.txt', content: 'alpha' },
        { path: 'Empty.xml', content: '' },
        { path: 'B.bin', content: noise },
      ],
    },
    {
      name: 'a chunk with its block',
      bytes: buildPack(
        [
          {
            files: [
              { name: 'one.txt', content: 'one' },
              { name: 'two.txt', content: text },
            ],
          },
        ],
        8192,
      ),
      entries: [
        { path: 'one.txt', content: 'one' },
        { path: 'two.txt', content: text },
      ],
    },
  ],
  { manifest: manifest.packwright, positions: 600 },
);

/** Entries in the order of their hashes. */
function inRowOrder(contents: Readonly<Record<string, string | Uint8Array>>) {
  const assets: readonly RawAsset[] = Object.keys(contents).map((name) => ({ name, stored: '' }));
  return byHash(assets).map(({ name = '' }) => ({ path: name, content: contents[name] ?? '' }));
}
