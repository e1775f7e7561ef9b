import { type Archive, BytesSource, type WriteEntry } from '@packwright/core';
import type { EditRequest } from '@packwright/toolkit';
import { describe, expect, test } from 'vitest';
import { rfgVpp } from '../src/index.ts';
import { edit } from './support/edit.ts';
import { textBytes, writeBytes } from './support/write-bytes.ts';

const source = (length: number, letter = 'x'): BytesSource =>
  new BytesSource(textBytes(letter.repeat(length)));
const entries: readonly WriteEntry[] = [
  { path: 'a.txt', content: source(3000, 'a') },
  { path: 'b.txt', content: source(10, 'b') },
  { path: 'c.txt', content: source(20, 'c') },
];

const replace = (path: string, length: number): EditRequest => ({
  kind: 'replace',
  path: [path],
  content: source(length),
});

async function contents(archive: Archive): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of archive.entries()) {
    const text = new TextDecoder().decode(await entry.bytes());
    found[entry.path] = `${text.slice(0, 1)} × ${text.length}`;
  }
  return found;
}

const before = { 'a.txt': 'a × 3000', 'b.txt': 'b × 10', 'c.txt': 'c × 20' };

describe('version 3, raw: entries stay where they fit and move where they do not', () => {
  const offsets = (archive: Archive): unknown =>
    [...archive.entries()].map(({ row }) => row.extents.map((extent) => 'offset' in extent && extent.offset));

  test('a file that fits keeps its place, and zeros follow it', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    const { archive, bytes, plan } = await edit(original, 'a.vpp_pc', [replace('a.txt', 5)]);
    expect(plan.rewrite).toBeUndefined();
    expect(await contents(archive)).toEqual({ ...before, 'a.txt': 'x × 5' });
    expect(offsets(archive)).toEqual([[6144], [10240], [12288]]);
    const again = [{ path: 'a.txt', content: source(4096) }, ...entries.slice(1)];
    const grown = await edit(bytes, 'a.vpp_pc', [replace('a.txt', 4096)]);
    expect(grown.bytes).toEqual(await writeBytes(rfgVpp, again, { version: '3' }));
  });

  test('a file that does not fit moves to the end', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    const { archive, plan, bytes } = await edit(original, 'a.vpp_pc', [replace('b.txt', 2049)]);
    expect(plan.rewrite).toBeUndefined();
    expect(await contents(archive)).toEqual({ ...before, 'b.txt': 'x × 2049' });
    expect(offsets(archive)).toEqual([[6144], [14336], [12288]]);
    expect(archive.index.attributes).toMatchObject({ dataSize: 14336 + 2049 - 6144 });
    expect(archive.findings).toEqual([]);
    expect(bytes.length).toBe(14336 + 2049);
  });

  test('many changes at once', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [
      replace('a.txt', 9000),
      replace('c.txt', 5000),
      { kind: 'remove', path: ['b.txt'] },
      { kind: 'add', path: ['d.txt'], content: source(7, 'd') },
      { kind: 'add', path: ['empty'], content: source(0) },
    ]);
    expect(plan.rewrite).toBeUndefined();
    expect(await contents(archive)).toEqual({
      'a.txt': 'x × 9000',
      'c.txt': 'x × 5000',
      'd.txt': 'd × 7',
      empty: ' × 0',
    });
    expect(archive.findings).toEqual([]);
    expect((await archive.verify()).failures).toEqual([]);
  });

  test('the junk in the header survives', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    original.set([1, 2, 3, 4], 0x16c);
    original.set([9, 9], 8);
    const { bytes } = await edit(original, 'a.vpp_pc', [replace('a.txt', 5)]);
    expect([...bytes.subarray(0x16c, 0x170), ...bytes.subarray(8, 10)]).toEqual([1, 2, 3, 4, 9, 9]);
  });

  test('a file without the padding behind its names gets it', async () => {
    const empty = await writeBytes(rfgVpp, [{ path: 'a.txt', content: source(0) }], { version: '3' });
    const cut = empty.slice(0, 4096 + 6);
    const { archive, plan } = await edit(cut, 'a.vpp_pc', [replace('a.txt', 5)]);
    expect(plan.rewrite).toBeUndefined();
    expect(await contents(archive)).toEqual({ 'a.txt': 'x × 5' });
    expect(archive.findings).toEqual([]);
  });

  test('a file that ends in its names gets its data where that begins', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3', layout: 'condensed' });
    const cut = original.slice(0, 5000);
    const { archive, plan } = await edit(cut, 'a.vpp_pc', [replace('b.txt', 7000), replace('c.txt', 3)]);
    expect(plan.rewrite).toBeUndefined();
    const found = [archive.find('b.txt'), archive.find('c.txt')].map((entry) => entry?.bytes());
    expect((await Promise.all(found)).map((bytes) => bytes?.length)).toEqual([7000, 3]);
  });

  test('condensed: a small file in the place of one that moved is found there', async () => {
    const original = await writeBytes(rfgVpp, entries.slice(1), { version: '3', layout: 'condensed' });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [
      replace('b.txt', 21),
      { kind: 'add', path: ['d.txt'], content: source(13, 'd') },
      { kind: 'add', path: ['e.txt'], content: source(1336, 'e') },
    ]);
    expect(plan.rewrite).toBeUndefined();
    expect(offsets(archive)).toEqual([[6192], [6160], [6144], [6224]]);
    expect(await contents(archive)).toEqual({
      'b.txt': 'x × 21',
      'c.txt': 'c × 20',
      'd.txt': 'd × 13',
      'e.txt': 'e × 1336',
    });
    expect(archive.findings).toEqual([]);
  });

  test('condensed, its starts being wrong: a file of another size asks for a rewrite', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3', layout: 'condensed' });
    new DataView(original.buffer).setUint32(0x800 + 28 + 8, 5, true);
    const same = await edit(original, 'a.vpp_pc', [replace('a.txt', 3000)]);
    expect(same.plan.rewrite).toBeUndefined();
    expect(await contents(same.archive)).toEqual({ ...before, 'a.txt': 'x × 3000' });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [replace('a.txt', 2900)]);
    expect(plan.rewrite?.reason).toContain('are wrong');
    expect(await contents(archive)).toEqual({ ...before, 'a.txt': 'x × 2900' });
  });

  test('no more zeros follow a file than there are bytes of the old one, whatever the directory says', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    new DataView(original.buffer).setUint32(0x800 + 2 * 28 + 16, 50_000_000, true);
    const { archive, bytes } = await edit(original, 'a.vpp_pc', [replace('c.txt', 5)]);
    expect(bytes.length).toBeLessThanOrEqual(original.length);
    expect(await contents(archive)).toEqual({ ...before, 'c.txt': 'x × 5' });
  });

  test('entries that share their bytes part', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    new DataView(original.buffer).setUint32(0x800 + 28 + 8, 6144, true);
    const shared = await edit(original, 'a.vpp_pc', [replace('b.txt', 4)]);
    expect(await contents(shared.archive)).toEqual({ ...before, 'b.txt': 'x × 4' });
    const emptied = await edit(original, 'a.vpp_pc', [replace('b.txt', 0)]);
    expect(await contents(emptied.archive)).toEqual({ ...before, 'b.txt': ' × 0' });
  });

  test.each([
    ['outside the file', 0x70000000],
    ['off its sector', 2048 + 5],
  ])('an entry %s gets a good place', async (_, start) => {
    const original = await writeBytes(rfgVpp, entries, { version: '3' });
    new DataView(original.buffer).setUint32(0x800 + 28 + 8, start, true);
    const { archive, bytes } = await edit(original, 'a.vpp_pc', [replace('b.txt', 4)]);
    expect(await contents(archive)).toEqual({ ...before, 'b.txt': 'x × 4' });
    expect(bytes.length).toBeLessThan(20_000);
    expect(archive.findings).toEqual([]);
  });
});

describe.each(['raw', 'compressed', 'condensed', 'compacted'])('version 3, %s', (layout) => {
  test('a rename is made in place', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3', layout });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [
      { kind: 'rename', path: ['a.txt'], to: 'another name.txt' },
    ]);
    expect(plan.rewrite).toBeUndefined();
    expect(archive.findings).toEqual([]);
    expect(await contents(archive)).toEqual({
      'another name.txt': 'a × 3000',
      'b.txt': 'b × 10',
      'c.txt': 'c × 20',
    });
  });

  test('tables that outgrow their sectors ask for a rewrite', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3', layout });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [
      { kind: 'rename', path: ['a.txt'], to: 'n'.repeat(2100) },
    ]);
    expect(plan.rewrite?.reason).toBe('the tables would end at 8192, but the data begins at 6144');
    expect(archive.index.attributes).toMatchObject({ layout });
    expect(Object.values(await contents(archive))).toEqual(Object.values(before));
  });

  test('a changed file is there afterwards, in place or by a rewrite', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '3', layout, byteOrder: 'big' });
    const { archive, plan } = await edit(original, 'a.vpp_pc', [replace('b.txt', 3)]);
    const reasons: Readonly<Record<string, string>> = {
      compressed: 'compressed entries are found by the sizes of those before them',
      compacted: 'all entries share one compressed block',
    };
    expect(plan.rewrite?.reason).toBe(reasons[layout]);
    expect(archive.index.attributes).toMatchObject({ layout, byteOrder: 'big' });
    expect(await contents(archive)).toEqual({ ...before, 'b.txt': 'x × 3' });
  });
});

describe('version 1: files keep their places or the archive is rewritten', () => {
  test.each<[string, EditRequest, string | undefined]>([
    ['the same sectors', replace('a.txt', 2049), undefined],
    ['the last file may grow', replace('c.txt', 5000), undefined],
    ['a rename', { kind: 'rename', path: ['a.txt'], to: 'z.txt' }, undefined],
    ['fewer sectors', replace('a.txt', 2048), '"a.txt" would take 2048 bytes instead of 4096'],
    ['more sectors', replace('b.txt', 2049), '"b.txt" would take 4096 bytes instead of 2048'],
    ['an empty file', replace('b.txt', 0), '"b.txt" would take 0 bytes instead of 2048'],
    ['a new file', { kind: 'add', path: ['d.txt'], content: source(1) }, 'stores no offsets'],
    ['a file less', { kind: 'remove', path: ['a.txt'] }, 'stores no offsets'],
  ])('%s', async (_, request, reason) => {
    const original = await writeBytes(rfgVpp, entries, { version: '1' });
    const { archive, plan, bytes } = await edit(original, 'a.vpp', [request]);
    if (reason === undefined) expect(plan.rewrite).toBeUndefined();
    else expect(plan.rewrite?.reason).toContain(reason);
    expect(archive.variant).toBe('v1');
    expect(archive.findings).toEqual([]);
    expect(bytes.length % 2048).toBe(0);
    expect(
      Object.values(await contents(archive)).filter((text) => text.startsWith('c') || text.startsWith('x')),
    ).not.toEqual([]);
  });

  test('in a file that ends before its data, no file is written where another should be', async () => {
    const original = await writeBytes(rfgVpp, entries, { version: '1' });
    const editing = edit(original.slice(0, 2600), 'a.vpp', [replace('c.txt', 15)]);
    await expect(editing).rejects.toMatchObject({ code: 'TRUNCATED' });
  });

  test.each([
    ['a name that is too long', 'n'.repeat(60)],
    ['a folder', 'maps/a.txt'],
    ['another alphabet', 'ü.txt'],
  ])('%s is refused', async (_, to) => {
    const original = await writeBytes(rfgVpp, entries, { version: '1' });
    const editing = edit(original, 'a.vpp', [{ kind: 'rename', path: ['a.txt'], to }]);
    await expect(editing).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
  });
});
