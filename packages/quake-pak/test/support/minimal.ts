import { buildPak, hex, latin1 } from './build-pak.ts';

/** A minimal archive of the specification: how it is built, what is in it and the digest of its bytes. */
export interface MinimalArchive {
  readonly name: string;
  readonly variant: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly entries: readonly { readonly path: string; readonly content: Uint8Array }[];
}

/** `DK`, ten zeros, nine `U`, three times `abc`. */
export const daikatanaPlain: Uint8Array = latin1(`DK${'\0'.repeat(10)}${'U'.repeat(9)}abcabcabc`);
export const daikatanaStream: Uint8Array = hex('01 44 4b 48 87 55 02 61 62 63 c1 01 c1 01 ff');

const sin = { nameBytes: 120, rowBytes: 128 };

export const minimalArchives: readonly MinimalArchive[] = [
  {
    name: 'min2.pak',
    variant: 'quake',
    bytes: buildPak({
      data: latin1('hello'),
      rows: [
        { name: 'maps/a.txt', offset: 12, size: 5 },
        { name: 'b.cfg', offset: 17, size: 0 },
      ],
    }),
    sha256: '093c704c076330011bc852ec2d35a26da3d300bcfd12de75dae99e8d3c7fca50',
    entries: [
      { path: 'maps/a.txt', content: latin1('hello') },
      { path: 'b.cfg', content: latin1('') },
    ],
  },
  {
    name: 'dirfirst-garbage.pak',
    variant: 'quake',
    bytes: dirFirst(),
    sha256: '46e5a1783c240a6fdbce388d60d401d091f2cfec299728fdbb657d1abdb2d010',
    entries: [{ path: 'a.txt', content: latin1('data') }],
  },
  {
    name: 'empty.pak',
    variant: 'quake',
    bytes: buildPak({}),
    sha256: '91f1c0dcca730227254e97680cd8f3cfec3621ae06c9660a00c6b8da432d85ab',
    entries: [],
  },
  {
    name: 'min.sin',
    variant: 'sin',
    bytes: buildPak({
      ...sin,
      magic: 'SPAK',
      data: latin1('SiN!'),
      rows: [{ name: 'base/a.txt', offset: 12, size: 4 }],
    }),
    sha256: '77b575d23ebcf9246d1e9bbe4fce9f6ee7feb5f8e2dec783531c6c05cedc2321',
    entries: [{ path: 'base/a.txt', content: latin1('SiN!') }],
  },
  {
    name: 'min-dk.pak',
    variant: 'daikatana',
    bytes: buildPak({
      rowBytes: 72,
      data: Uint8Array.of(...daikatanaStream, ...latin1('text')),
      rows: [
        { name: 'a.bmp', offset: 12, size: 30, packed: 15, last: 1 },
        { name: 'n.txt', offset: 27, size: 4, packed: 4, last: 0 },
      ],
    }),
    sha256: '25f4042b78b30096716526d8525fe0c33eaa6b8ab3458d076016b203f6859e77',
    entries: [
      { path: 'a.bmp', content: daikatanaPlain },
      { path: 'n.txt', content: latin1('text') },
    ],
  },
  {
    name: 'min56.pak',
    variant: 'quake',
    bytes: buildPak({ data: latin1('A'), rows: [{ name: `${'x'.repeat(52)}.txt`, offset: 12, size: 1 }] }),
    sha256: 'f56a2248de433043384b57b2490b7a5302417f19f8684fdfd30a5937598d8976',
    entries: [{ path: `${'x'.repeat(52)}.txt`, content: latin1('A') }],
  },
  {
    name: 'min.hrot.pak',
    variant: 'hrot',
    bytes: buildPak({
      ...sin,
      magic: 'HROT',
      data: latin1('hi'),
      rows: [{ name: 'a.txt', offset: 12, size: 2 }],
    }),
    sha256: '983fd6390a0e50040d9bb0ac1d98822e138d7b3329f5c118bdb0253b2b7bf4c3',
    entries: [{ path: 'a.txt', content: latin1('hi') }],
  },
];

/** The directory first, garbage behind the name, a gap of three bytes and five bytes behind the data. */
function dirFirst(): Uint8Array {
  const bytes = buildPak({
    dirOffset: 12,
    rows: [{ name: 'a.txt', offset: 79, size: 4, garbage: 0xcc }],
    trailing: Uint8Array.of(0xee, 0xee, 0xee, ...latin1('dataTRAIL')),
  });
  bytes.set(latin1('GARBAGE'), 18);
  return bytes;
}
