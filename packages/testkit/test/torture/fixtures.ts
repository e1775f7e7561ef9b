import { BytesSink, BytesSource, crc32, createArchive, type WriteEntry } from '@packwright/core';
import type { ExpectedEntry, FormatFixture } from '../../src/index.ts';
import torture from '../../src/torture/index.ts';

const keys = new Map([['torture/seal-key', Uint8Array.from({ length: 16 }, (_, at) => at * 37 + 11)]]);

interface TortureEntry extends ExpectedEntry {
  readonly method?: 'plain' | 'solid' | 'sealed';
}

const text = (word: string, count: number): string => `${word} and again `.repeat(count);
const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * at * 31 + at * 7) >>> 3);
const sized = ({ path, content, method }: TortureEntry): string[] =>
  content === undefined || method === 'sealed' ? [] : [`${content.length} ${path}\n`];

const mark = new TextEncoder().encode('somebody else');

const files: readonly TortureEntry[] = [
  { path: 'data/one.txt', content: text('one', 30), method: 'solid' },
  { path: 'data/one.txt', content: text('the other one', 20), method: 'solid' },
  { path: 'data/two.bin', content: noise(100), method: 'plain' },
  { path: 'secret.txt', content: text('hush', 3), method: 'sealed' },
  { path: 'empty', kind: 'directory' },
  { path: 'empty/inner', kind: 'directory' },
  { path: 'nothing.txt', content: '', method: 'plain' },
  { path: 'sealed-nothing.txt', content: '', method: 'sealed' },
];

const nameList: TortureEntry = {
  path: 'names.lst',
  content: ['names.lst', 'sizes.lst', ...files.map(({ path }) => path)].map((path) => `${path}\n`).join(''),
  method: 'solid',
};

const flat: readonly TortureEntry[] = [
  ...files,
  nameList,
  { path: 'sizes.lst', content: [...files, nameList].flatMap(sized).join(''), method: 'plain' },
];

const tree: readonly TortureEntry[] = [
  { path: 'maps', kind: 'directory' },
  { path: 'maps/first', kind: 'directory' },
  { path: 'maps/first/ground.bin', content: noise(64), method: 'plain' },
  { path: 'maps/empty', kind: 'directory' },
  { path: 'Readme.TXT', content: text('read me', 9), method: 'solid' },
  { path: 'maps/first/key.bin', content: noise(21), method: 'sealed' },
];

/** Archives of the torture format, each for some of the things that are hard about it. */
export const tortureFixtures: readonly FormatFixture[] = [
  {
    name: 'solid, plain and sealed files with lists of names and sizes',
    variant: 'flat',
    bytes: () => build(flat),
    entries: flat,
    keys,
  },
  {
    name: 'a tree with empty directories, named by a list of the user',
    variant: 'tree',
    bytes: () => build(tree, { tree: true }),
    entries: tree,
    names: tree.map(({ path }) => path),
    keys,
  },
  { name: 'no entries', bytes: () => build([]), entries: [] },
  {
    name: 'names that nobody knows',
    bytes: () => build(flat.slice(2, 4)),
    entries: [
      { path: '0x6EA8B4677675E823', content: noise(100) },
      { path: '0x6BB4DEC4E5141717', content: text('hush', 3) },
    ],
    keys,
  },
  {
    name: 'bytes of somebody else behind the end',
    bytes: async () => appendMark(await build(flat.slice(0, 3))),
    entries: flat.slice(0, 3),
    names: flat.map(({ path }) => path),
    foreignBytes: mark.length,
    keys,
  },
  {
    name: 'a second volume, and bytes of somebody else where its data was',
    fileName: 'Double.trt',
    bytes: async () => moveToSecondVolume(await build(flat)),
    entries: flat,
    siblings: { 'Double.trt2': noise(140) },
    foreignBytes: mark.length,
    keys,
  },
];

/** Writes entries as the format does. */
async function build(
  entries: readonly TortureEntry[],
  options: Record<string, unknown> = {},
): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(torture, entries.map(toWriteEntry), sink, { options, keys });
  return sink.bytes().slice();
}

function toWriteEntry({ path, kind = 'file', content, method }: TortureEntry): WriteEntry {
  if (kind === 'directory') return { path, kind };
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    path,
    content: bytes && new BytesSource(bytes),
    attributes: { ...(method === undefined ? {} : { method }), unknown1c: path.length },
  };
}

function appendMark(bytes: Uint8Array): Uint8Array {
  const longer = new Uint8Array(bytes.length + mark.length);
  longer.set(bytes);
  longer.set(mark, bytes.length);
  return longer;
}

/** Says that `data/two.bin` lies in a second file, and leaves a foreign mark where it was. */
function moveToSecondVolume(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer);
  const table = view.getUint32(12, true);
  const row = table + 2 * 32;
  const offset = view.getUint32(row + 12, true);
  bytes.fill(0, offset, offset + 100);
  bytes.set(mark, offset + 7);
  view.setUint8(row + 9, 1);
  view.setUint32(row + 12, 0, true);
  view.setUint32(16, crc32(bytes.subarray(table, table + flat.length * 32)), true);
  view.setUint16(6, 2, true);
  return bytes;
}
