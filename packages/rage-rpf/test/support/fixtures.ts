import { deflateRawSync } from 'node:zlib';
import type { FormatFixture } from '@packwright/testkit';
import { aesSetStep } from '../../src/aes-set-codec.ts';
import { ngKeyIndex } from '../../src/ciphers/index.ts';
import { joaat } from '../../src/joaat.ts';
import { keyIds } from '../../src/keys/index.ts';
import { tags7 } from '../../src/layout.ts';
import { encodeLzx } from '../../src/lzx/index.ts';
import type { Row } from '../../src/row.ts';
import { rpf7 } from '../../src/versions/rpf7.ts';
import { makeKeys } from '../ciphers/made-up-keys.ts';
import { buildRpf8 } from './build-rpf8.ts';
import { buildTree, directory, file } from './build-tree.ts';
import { encryptRpf7 } from './encrypt-rpf7.ts';
import { bytesOf, makeArchive } from './make-archive.ts';
import { makeExtendedResource, makePageResource, makeResource7 } from './make-resource.ts';

/** A file that compresses well. */
const prose = 'Every row of the table tells where a file begins. '.repeat(40);

/** A file that does not compress. */
const scattered = Uint8Array.from({ length: 700 }, (_, at) => (at * at * 31 + at * 17) >>> 3);

interface Content {
  readonly path: string;
  readonly kind?: 'directory';
  readonly content?: string | Uint8Array;
}

const common: readonly Content[] = [
  { path: 'Zulu.txt', content: 'capital letters come first' },
  { path: 'alpha.xml', content: prose },
  { path: 'empty.bin', content: '' },
  { path: 'sub', kind: 'directory' },
  { path: 'sub/b.dat', content: scattered },
  { path: 'sub/deep', kind: 'directory' },
  { path: 'sub/deep/c.txt', content: prose },
  { path: 'void', kind: 'directory' },
];

/** Entries as the table has them: sibling groups breadth first, each in order of name or hash. */
function inTableOrder(contents: readonly Content[], names: 'text' | 'hash'): readonly Content[] {
  const key = (path: string): string => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return names === 'text' ? name : joaat(bytesOf(name)).toString(16).padStart(8, '0');
  };
  const below = (parent: string): readonly Content[] =>
    contents
      .filter(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === parent)
      .sort((a, b) => (key(a.path) < key(b.path) ? -1 : 1));
  const ordered: Content[] = [...below('')];
  for (let at = 0; at < ordered.length; at++) {
    const { kind, path } = ordered[at] ?? { path: '' };
    if (kind === 'directory') ordered.push(...below(path));
  }
  return ordered;
}

function fixture(
  name: string,
  options: Readonly<Record<string, unknown>>,
  variant: string,
  more: Partial<FormatFixture> & { readonly extra?: readonly Content[] } = {},
): FormatFixture {
  const { extra = [], ...rest } = more;
  const isHashed = options.version === 3 || options.version === 6;
  const contents = [...common, ...extra];
  const files = Object.fromEntries(contents.map(({ path, content }) => [path, content]));
  const entries = inTableOrder(contents, isHashed ? 'hash' : 'text');
  const { keys, fileName: archive } = rest;
  const bytes = (): Promise<Uint8Array> =>
    makeArchive(files, options, {
      ...(keys === undefined ? {} : { keys }),
      ...(archive === undefined ? {} : { name: archive }),
    });
  return { name, bytes, entries, variant, ...rest };
}

const keys = makeKeys();
const ymap = { path: 'map.ymap', content: makeResource7(new Uint8Array(16384).fill(5), 0x04000004) };
const script = { path: 'game.ysc', content: makeResource7(new Uint8Array(16384).fill(6), 0x04000004) };
const texture = { path: 'tex.wtd', content: makePageResource() };
const names = common.map(({ path }) => path);

const commonOnPs4: FormatFixture = {
  ...fixture('RPF7 of the PS4, with encrypted files', {}, 'RPF7 little-endian AES', {
    keys,
    extra: [script],
  }),
  bytes: async () => {
    const files = Object.fromEntries([...common, script].map(({ path, content }) => [path, content]));
    return encryptRpf7(await makeArchive(files), {
      tag: tags7.aesPs4,
      keys,
      step: (name, length) =>
        aesSetStep(keyIds.gta5Ps4, ngKeyIndex(joaat(name ?? bytesOf('fixture.rpf')), length, 0)),
    });
  },
};

const xbox: FormatFixture = {
  name: 'RPF7 of the Xbox 360',
  variant: 'RPF7 big-endian',
  entries: [{ path: 'a.txt', content: prose }],
  bytes: () => {
    const packed = encodeLzx(bytesOf(prose));
    return buildTree({
      version: rpf7('big'),
      rows: [
        directory(0, 1, 1),
        { ...file(1, 512, packed.length), size: prose.length, isCompressed: true } as Row,
      ],
      names: '\0a.txt\0\0\0\0\0\0\0\0\0\0\0',
      size: 4096,
      data: [[512, packed]],
      header: { platformBit: true },
    });
  },
};

const hello = { hash: joaat(bytesOf('hello.txt')), body: bytesOf('hello') };
const notWritten = 'RPF8 is not created';

/** The header that an exported resource of version 8 gets. */
const header8 = Uint8Array.of(0x52, 0x53, 0x43, 0x38, 0x22, 31, 0, 0, 2, 32, 0, 0, 2, 16, 0, 0);
const image8 = new Uint8Array(12288).fill(3);

function encrypted8(platform: 'y' | 'o', title: string): FormatFixture {
  const drawable = {
    hash: 0x100,
    body: deflateRawSync(image8),
    size: [0x2002, 0x1002] as const,
    extension: 2,
    compressor: 1,
  };
  const content = new Uint8Array([...header8, ...image8]);
  return {
    name: `RPF8 with ${title}`,
    variant: `RPF8 little-endian ${title}`,
    keys,
    entries: [
      { path: `0x00000100.${platform}dr`, content },
      { path: '0x00000200', content: prose },
      { path: '0x00000300', content: 'plain' },
    ],
    bytes: () =>
      buildRpf8(
        [
          { ...drawable, key: 5, config: 1, isProtected: true },
          { hash: 0x200, body: bytesOf(prose), key: 7, config: 1 },
          { hash: 0x300, body: bytesOf('plain') },
        ],
        { platform, keys, tableKey: 3 },
      ),
    unwritable: notWritten,
    roundTrip: { reason: 'Behind the compressed data lies padding, under the cipher.' },
  };
}

/** Small archives of every version, for the suite of all formats. */
export const fixtures: readonly FormatFixture[] = [
  fixture('RPF0', { version: 0 }, 'RPF0 little-endian'),
  fixture('RPF2 with a resource', { version: 2, compress: 'deflate' }, 'RPF2 little-endian', {
    extra: [texture],
  }),
  fixture('RPF2 with AES', { version: 2, tag: 'aes' }, 'RPF2 little-endian AES', { keys }),
  fixture('RPF2 big-endian', { version: 2, byteOrder: 'big' }, 'RPF2 big-endian'),
  fixture('RPF3', { version: 3 }, 'RPF3 little-endian', { names }),
  fixture('RPF4 with a resource', { version: 4 }, 'RPF4 little-endian', { extra: [texture] }),
  fixture('RPF6 with resources', { version: 6 }, 'RPF6 big-endian', {
    extra: [
      { path: 'old.wtd', content: makePageResource(false) },
      { path: 'new.wft', content: makeExtendedResource() },
    ],
  }),
  fixture(
    'RPF6 with AES and without names',
    { version: 6, tag: 'aes', debugNames: false },
    'RPF6 big-endian AES',
    {
      keys,
      names,
    },
  ),
  fixture('RPF7 with a resource', {}, 'RPF7 little-endian OPEN', { extra: [ymap] }),
  fixture('RPF7 big-endian without a tag', { byteOrder: 'big', tag: 'none' }, 'RPF7 big-endian'),
  fixture('RPF7 with shifted names', { nameShift: 3 }, 'RPF7 little-endian OPEN'),
  {
    name: 'RPF7 without entries',
    bytes: () => makeArchive({}),
    entries: [],
    variant: 'RPF7 little-endian OPEN',
  },
  fixture('RPF7 with NG', { tag: 'ng' }, 'RPF7 little-endian NG', {
    keys,
    fileName: 'dlc.rpf',
    extra: [script],
  }),
  commonOnPs4,
  xbox,
  {
    name: 'RPF8 with a name list',
    variant: 'RPF8 little-endian',
    bytes: () => buildRpf8([hello], { names: 'hello.txt\0' }),
    entries: [{ path: 'hello.txt', content: 'hello' }],
    unwritable: notWritten,
  },
  encrypted8('y', 'TFIT2'),
  encrypted8('o', 'TFIT'),
];
