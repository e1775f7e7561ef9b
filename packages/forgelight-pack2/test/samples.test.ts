import {
  type Archive,
  applyRecipe,
  BytesSink,
  BytesSource,
  crc32,
  type Entry,
  makeRecipe,
  NameList,
  openArchive,
  type Recipe,
  sha256,
  toHex,
  type WriteEntry,
} from '@packwright/core';
import { expect, test } from 'vitest';
import plugins, { fileCrc32, pack2Plugin, packPlugin } from '../src/index.ts';
import { file, openBytes, readAll, writeBytes } from './support/archives.ts';
import { describeSamples, readSample } from './support/samples.ts';

const pack2 = 'forgelight/rhett-example_pack2.pack2';
const pack = 'forgelight/h1emu-Assets_256-57832.pack';

function openReal(): Promise<Archive> {
  const names = [new NameList(readSample('forgelight/rhett-example_namelist.txt'))];
  return openArchive(new BytesSource(readSample(pack2), pack2), { formats: plugins, names, strict: true });
}

/** The archive made again from its files by its recipe. */
async function remake(archive: Archive, recipe?: Recipe): Promise<Uint8Array> {
  const known = recipe ?? (await makeRecipe(archive, { literal: false }));
  const contents: BytesSource[] = [];
  for (const entry of archive.entries()) contents.push(new BytesSource(await entry.bytes()));
  const sink = new BytesSink();
  const open = (entry: number): BytesSource => contents[entry] ?? new BytesSource(new Uint8Array(0));
  await applyRecipe(known, open, sink, { codecs: archive.plugin.codecs });
  return sink.bytes();
}

/** The files of an archive as a writer takes them: for pack2 in the order of their data, which is not that of its rows. */
async function toEntries(archive: Archive): Promise<WriteEntry[]> {
  const entries = [...archive.entries()];
  if (archive.plugin === pack2Plugin) entries.sort((a, b) => offsetOf(a) - offsetOf(b));
  return Promise.all(
    entries.map(async ({ path, hash, row, index }) => {
      const bytes = await archive.entry(index).bytes();
      return file(path, bytes, { hash, attributes: row.attributes });
    }),
  );
}

/** What tells large files apart faster than a comparison byte by byte. */
function digest(bytes: Uint8Array): string {
  return toHex(sha256(bytes));
}

function offsetOf({ row }: Entry): number {
  const [extent] = row.extents;
  return extent !== undefined && 'offset' in extent ? extent.offset : 0;
}

describeSamples('a real pack2', () => {
  test('has a name for each of its 51 assets, and every data hash fits', async () => {
    const archive = await openReal();
    const entries = [...archive.entries()];
    expect(entries.filter(({ named }) => named)).toHaveLength(51);
    expect(await archive.verify()).toMatchObject({ files: 51, checked: 51, failures: [], findings: [] });
  });

  test('is made again byte for byte, its 35 compressed assets by classic zlib at level 9', async () => {
    const archive = await openReal();
    const recipe = await makeRecipe(archive, { literal: false });
    const settings = recipe.parts.flatMap(({ steps = [] }) =>
      steps.map(({ level, encoder }) => `${encoder} ${level}`),
    );
    expect(settings).toEqual(Array.from({ length: 35 }, () => 'classic 9'));
    expect(digest(await remake(archive, recipe))).toBe(digest(readSample(pack2)));
  });

  test('is written anew with the same assets, rows and data hashes', async () => {
    const archive = await openReal();
    const bytes = await writeBytes(pack2Plugin, await toEntries(archive), { encoder: 'classic' });
    const again = await openBytes(bytes, { strict: true });
    const describe = ({ row }: Entry) => [row.hash, row.storedSize, row.attributes, row.checksum];
    expect([...again.entries()].map(describe)).toEqual([...archive.entries()].map(describe));
  });
});

describeSamples('a real pack', () => {
  test('is read, verified and written byte for byte', async () => {
    const bytes = readSample(pack);
    const archive = await openBytes(bytes, { strict: true });
    expect(archive.format).toBe('forgelight-pack');
    expect([...archive.entries()].map(({ path, size }) => [path, size])).toEqual([
      ['Requirements.txt', 0xc1e8],
    ]);
    expect(await archive.verify()).toMatchObject({ checked: 1, failures: [], findings: [] });
    expect(
      digest(await writeBytes(packPlugin, await toEntries(archive), { ...archive.index.writeOptions })),
    ).toBe(digest(bytes));
    expect(digest(await remake(archive))).toBe(digest(bytes));
    expect((await fileCrc32(new BytesSource(bytes))).value).toBe(crc32(bytes));
  });
});

describeSamples('the minimal archives', () => {
  test.each([
    ['min2.pack2', 'forgelight-pack2', ['raw.txt', 'zipped.txt']],
    ['min-namelist.pack2', 'forgelight-pack2', ['raw.txt', '{NAMELIST}']],
    ['min-compact.pack', 'forgelight-pack', ['A.txt', 'B.bin', 'Empty.xml']],
    ['min-8k.pack', 'forgelight-pack', ['A.txt', 'B.bin', 'Empty.xml']],
  ])('%s', async (name, format, paths) => {
    const bytes = readSample(`minimal/${name}`);
    const archive = await openBytes(bytes, { strict: true, names: ['raw.txt', 'zipped.txt'] });
    expect(archive.format).toBe(format);
    expect(Object.keys(await readAll(archive)).sort()).toEqual(paths);
    expect((await archive.verify()).failures).toEqual([]);
    expect(digest(await remake(archive))).toBe(digest(bytes));
    const options = {
      ...archive.index.writeOptions,
      ...(format === 'forgelight-pack2' ? { encoder: 'classic' } : {}),
    };
    expect(digest(await writeBytes(archive.plugin, await toEntries(archive), options))).toBe(digest(bytes));
  });
});
