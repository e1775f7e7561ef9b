import { MemoryBudget } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { codesOf, errorOf, openBytes, readAll } from '../support/archives.ts';
import { buildPack, type RawChunk, type RawFile } from '../support/build-pack.ts';

const format = 'forgelight-pack';
const chunks: readonly RawChunk[] = [
  {
    files: [
      { name: 'A.txt', content: 'alpha' },
      { name: 'Empty.xml', content: '' },
    ],
  },
  { files: [{ name: 'B.bin', content: 'beta' }] },
];
const contents = { 'A.txt': 'alpha', 'Empty.xml': '', 'B.bin': 'beta' };

describe('a sound pack', () => {
  test.each([
    ['blocks', 8192, []],
    ['compact', 0, ['list-without-block']],
  ])('of the layout %s gives its files', async (layout, room, notes) => {
    const archive = await openBytes(buildPack(chunks, room), { strict: true });
    expect(archive.format).toBe(format);
    expect(await readAll(archive)).toEqual(contents);
    expect(await archive.verify()).toMatchObject({ files: 3, checked: 3, failures: [] });
    expect(archive.index.writeOptions).toEqual({ layout });
    expect(codesOf(archive)).toEqual(notes);
    expect([...archive.entries()].map(({ row }) => row.attributes)).toEqual([
      { chunk: 0 },
      { chunk: 0 },
      { chunk: 1 },
    ]);
  });

  test('draws for the lists and where records begin, not for what was read ahead', async () => {
    const budget = new MemoryBudget(2 ** 20);
    const archive = await openBytes(buildPack(chunks, 8192), { budget });
    const lists = [...'A.txtEmpty.xmlB.bin'].length + 3 * 16 + 2 * 8;
    expect(budget.used).toBe(lists + 3 * 4);
    expect(budget.peak).toBeGreaterThan(8192);
    await archive.close();
    expect(budget.used).toBe(0);
  });

  test('may have one long list, of which a game sees a part', async () => {
    const files = Array.from({ length: 1000 }, (_, at) => ({
      name: `some file ${at}.txt`,
      content: String(at),
    }));
    const archive = await openBytes(buildPack([{ files }]), { strict: true });
    expect(archive).toHaveLength(1000);
    expect((await archive.verify()).failures).toEqual([]);
    expect(codesOf(archive)).toEqual(['list-over-block']);
  });

  test('may have lists without files', async () => {
    const archive = await openBytes(
      buildPack([chunks[1] ?? { files: [] }, { files: [] }, chunks[0] ?? { files: [] }]),
    );
    expect(await readAll(archive)).toEqual(contents);
    expect(archive.entry(2).row.attributes).toEqual({ chunk: 2 });
  });

  test('does not care where empty files lie', async () => {
    const files = [
      { name: 'a', content: 'x' },
      { name: 'e', content: '', offset: 0xffffffff },
    ];
    expect(await readAll(await openBytes(buildPack([{ files }]), { strict: true }))).toEqual({
      a: 'x',
      e: '',
    });
  });

  test('lets the first of two equal names win', async () => {
    const files = [
      { name: 'a', content: 'first' },
      { name: 'a', content: 'second' },
    ];
    const archive = await openBytes(buildPack([{ files }]));
    expect(archive.find('a')?.index).toBe(0);
    expect(archive.findAll('a')).toHaveLength(2);
  });

  test('tells what a game may not bear', async () => {
    const shared = [
      { name: 'a', content: 'xy' },
      { name: 'b', content: '', offset: 42, length: 1 },
    ];
    expect(codesOf(await openBytes(buildPack([{ files: shared }])))).toContain('data-shared');
    const over = [
      { files: [{ name: 'a', content: 'xy', offset: 0, length: 40 }] },
      { files: [{ name: 'b', content: 'z' }] },
    ];
    expect(codesOf(await openBytes(buildPack(over), { format }))).toContain('list-inside-data');
  });
});

describe('a chain that cannot be right', () => {
  const files = chunks[0]?.files ?? [];
  const more = (file: Partial<RawFile>): Uint8Array =>
    buildPack([{ files: [...files, { name: 'b', content: 'x', ...file }] }]);

  test.each<readonly [fact: string, bytes: Uint8Array, code: string]>([
    ['loops in its second chunk', buildPack([{ files }, { files, next: listEnd(files) }]), 'chain-loops'],
    [
      'loops over two chunks',
      buildPack([{ files }, { files }, { files, next: listEnd(files) }]),
      'chain-loops',
    ],
    ['leads beyond the file', buildPack([{ files, next: 5000 }]), 'chunk-beyond-file'],
    ['leads to the last bytes', buildPack([{ files, next: listEnd(files) - 4 }]), 'chunk-beyond-file'],
    [
      'ends within a list',
      buildPack([{ files }, { files }]).subarray(0, listEnd(files) + 12),
      'list-cut-off',
    ],
    ['has a name of nothing', more({ nameLength: 0 }), 'name-length'],
    ['has a name that is too long', more({ nameLength: 1025 }), 'name-length'],
    ['has data beyond the file', more({ length: 99 }), 'data-beyond-file'],
  ])('since it %s gives what comes before, and an error under strict', async (_, bytes, code) => {
    const archive = await openBytes(bytes, { format });
    expect(codesOf(archive)).toContain(code);
    expect(await readAll(archive)).toEqual({ 'A.txt': 'alpha', 'Empty.xml': '' });
    expect(archive.index.gaps).toBe('foreign');
    expect((await errorOf(() => openBytes(bytes, { format, strict: true }))).code).toBe('DAMAGED');
  });

  test.each<readonly [fact: string, bytes: Uint8Array, code: string]>([
    ['has seven bytes', new Uint8Array(7), 'TRUNCATED'],
    ['ends in the first record', buildPack([{ files }]).subarray(0, 20), 'TRUNCATED'],
    ['has no first name', buildPack([{ files: [{ name: 'a', content: 'x', nameLength: 0 }] }]), 'DAMAGED'],
  ])('since it %s is an error', async (_, bytes, code) => {
    expect((await errorOf(() => openBytes(bytes, { format }))).code).toBe(code);
  });

  test('of nothing but empty chunks is given up', async () => {
    const bytes = new Uint8Array(8 * 100_000);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 8) view.setUint32(at, at + 8);
    expect((await errorOf(() => openBytes(bytes, { format }))).code).toBe('LIMIT_EXCEEDED');
  });

  test('with more records than the limit is refused', async () => {
    expect((await errorOf(() => openBytes(buildPack(chunks), { limits: { entries: 2 } }))).code).toBe(
      'LIMIT_EXCEEDED',
    );
  });
});

describe('a download that was interrupted', () => {
  const whole = buildPack(chunks, 8192);

  test.each([
    [whole.length - 1, ['A.txt', 'Empty.xml']],
    [8192 + 5 + 4096, ['A.txt', 'Empty.xml', 'B.bin'].slice(0, 2)],
    [8192 + 5, ['A.txt', 'Empty.xml']],
    [8192 + 4, []],
  ])('after %d bytes keeps the files before the first that is not whole', async (length, paths) => {
    const archive = await openBytes(whole.subarray(0, length), { format });
    expect([...archive.entries()].map(({ path }) => path)).toEqual(paths);
    expect(archive.findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect((await archive.verify()).failures).toEqual([]);
  });
});

/** Where the data of a first chunk ends. */
function listEnd(files: readonly RawFile[]): number {
  return files.reduce((sum, { name, content }) => sum + 16 + name.length + content.length, 8);
}
