import { type Archive, BytesSource, type Change } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { applyUpdate } from './support/apply-update.ts';
import { buildPak, latin1, quakeRows, type RawPak } from './support/build-pak.ts';
import { daikatanaPlain, minimalArchives } from './support/minimal.ts';

const content = (text: string): BytesSource => new BytesSource(latin1(text));
const replace = (entry: number, text: string): Change => ({
  kind: 'replace',
  entry,
  path: '',
  content: content(text),
});
const add = (path: string, text: string): Change => ({ kind: 'add', path, content: content(text) });
const remove = (entry: number): Change => ({ kind: 'remove', entry, path: '' });
const rename = (entry: number, path: string): Change => ({ kind: 'rename', entry, from: '', path });

/** Files of 3 bytes each from byte 12, directory at 21. */
const three: RawPak = quakeRows([
  ['a', 'AAA'],
  ['b', 'BBB'],
  ['c', 'CCC'],
]);
const bytes = buildPak(three);

async function contents(archive: Archive): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of archive.entries())
    found[entry.path] = Buffer.from(await entry.bytes()).toString('latin1');
  return found;
}

describe('with the directory last', () => {
  it('writes new data over the old directory, then the directory, then the header', async () => {
    const { archive, written } = await applyUpdate(bytes, () => [replace(1, 'longer')]);
    expect(await contents(archive)).toEqual({ a: 'AAA', b: 'longer', c: 'CCC' });
    expect(written).toEqual([
      [21, 6],
      [27, 192],
      [4, 8],
    ]);
  });

  it('does not touch the data of other files', async () => {
    const updated = await applyUpdate(bytes, () => [replace(0, 'x'), remove(1), add('d', 'DDDD')]);
    expect(updated.bytes.subarray(12, 21)).toEqual(bytes.subarray(12, 21));
    expect(await contents(updated.archive)).toEqual({ a: 'x', c: 'CCC', d: 'DDDD' });
  });

  it('leaves no bytes behind the directory when rows go', async () => {
    const { archive, written, bytes: after } = await applyUpdate(bytes, () => [remove(1)]);
    expect(written).toEqual([
      [85, 128],
      [4, 8],
    ]);
    expect(after).toHaveLength(bytes.length);
    expect(await contents(archive)).toEqual({ a: 'AAA', c: 'CCC' });
    const again = await applyUpdate(after, () => [add('d', 'D')]);
    expect(again.written[0]).toEqual([85, 1]);
  });

  it('removes the last file', async () => {
    const { archive } = await applyUpdate(bytes, () => [remove(0), remove(1), remove(2)]);
    expect([archive.length, archive.findings]).toEqual([0, []]);
  });

  it('fills an empty archive', async () => {
    const { archive, bytes: after } = await applyUpdate(buildPak({}), () => [
      add('maps/a.txt', 'hello'),
      add('b.cfg', ''),
    ]);
    expect(await contents(archive)).toEqual({ 'maps/a.txt': 'hello', 'b.cfg': '' });
    expect(after).toEqual(minimalArchives[0]?.bytes);
  });

  it('keeps the alignment of the archive', async () => {
    const aligned = buildPak({
      data: latin1('one\0two\0'),
      rows: [
        { name: 'one', offset: 12, size: 3 },
        { name: 'two', offset: 16, size: 3 },
      ],
    });
    const { archive } = await applyUpdate(aligned, () => [add('x', '12345'), add('y', '1')]);
    expect(archive.index.writeOptions).toMatchObject({ align: 4 });
    expect(archive.index.structure[1]?.offset).toBe(32);
  });
});

describe('names', () => {
  it('renames in place and zeros the rest of the field', async () => {
    const { archive, written } = await applyUpdate(bytes, () => [rename(0, 'maps/a.bsp')]);
    expect(await contents(archive)).toEqual({ 'maps/a.bsp': 'AAA', b: 'BBB', c: 'CCC' });
    expect(written).toEqual([
      [21, 192],
      [4, 8],
    ]);
  });

  it('renames and replaces one file at once, in any order', async () => {
    const first = await applyUpdate(bytes, () => [rename(0, 'n'), replace(0, 'new')]);
    const second = await applyUpdate(bytes, () => [replace(0, 'new'), rename(0, 'n')]);
    expect(await contents(first.archive)).toEqual({ n: 'new', b: 'BBB', c: 'CCC' });
    expect(second.bytes).toEqual(first.bytes);
  });

  it('keeps the raw bytes of rows it does not touch, and the name field of replaced ones', async () => {
    const garbage = three.rows?.map((row) => ({ ...row, garbage: 0xcc })) ?? [];
    const { archive } = await applyUpdate(buildPak({ ...three, rows: garbage }), () => [
      replace(1, 'new'),
      remove(0),
    ]);
    const tail = { nameTail: `00${'cc'.repeat(54)}` };
    expect([...archive.entries()].map(({ row }) => row.attributes)).toEqual([tail, tail]);
  });

  it.each([
    ['a name that is there', [add('b', '')]],
    ['a new name twice', [add('x', ''), add('x', '')]],
    ['a rename onto another', [rename(0, 'b')]],
    ['an empty name', [add('', '')]],
    ['a name that is too long', [rename(0, 'x'.repeat(56))]],
    ['a character outside Latin-1', [add('\u0444', '')]],
  ])('refuses %s', async (_what, changes) => {
    await expect(applyUpdate(bytes, () => changes)).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
  });

  it('allows a swap of names, and a name whose owner goes', async () => {
    const { archive } = await applyUpdate(bytes, () => [rename(0, 'b'), rename(1, 'a')]);
    expect(await contents(archive)).toEqual({ b: 'AAA', a: 'BBB', c: 'CCC' });
    const after = await applyUpdate(bytes, () => [remove(0), add('a', 'new')]);
    expect(await contents(after.archive)).toEqual({ b: 'BBB', c: 'CCC', a: 'new' });
  });

  it('lets a pair of equal names be that was there before', async () => {
    const twice = buildPak(
      quakeRows([
        ['a', '1'],
        ['a', '2'],
      ]),
    );
    const { archive } = await applyUpdate(twice, () => [replace(1, 'new')], { duplicates: 'error' });
    expect(await archive.entry(1).bytes()).toEqual(latin1('new'));
  });

  it('refuses a change of a row that was removed', async () => {
    await expect(applyUpdate(bytes, () => [remove(0), replace(0, 'x')])).rejects.toMatchObject({
      code: 'ENTRY_NOT_FOUND',
    });
  });

  it('refuses more files than the engine reads', async () => {
    const many = Array.from({ length: 2049 }, (_, at) => add(`f${at}`, ''));
    await expect(applyUpdate(bytes, () => many, { engine: 'quake' })).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
    });
  });
});

describe('bytes of somebody else', () => {
  const trailing = latin1('central directory of a ZIP');
  const polyglot = buildPak({ ...three, trailing });
  const dirFirst = minimalArchives[1]?.bytes ?? new Uint8Array(0);

  it('stay behind the directory; new data and a longer directory go to the end', async () => {
    const { archive, bytes: after, written } = await applyUpdate(polyglot, () => [add('d', 'DDD')]);
    expect(after.subarray(213, polyglot.length)).toEqual(trailing);
    expect(written[0]).toEqual([polyglot.length, 3]);
    expect(await contents(archive)).toEqual({ a: 'AAA', b: 'BBB', c: 'CCC', d: 'DDD' });
  });

  it('stay where they are when the directory does not grow: it is changed in its place', async () => {
    const { written } = await applyUpdate(polyglot, () => [replace(0, 'new data')]);
    expect(written).toEqual([
      [polyglot.length, 8],
      [21, 192],
      [4, 8],
    ]);
  });

  it('stay in gaps, with the directory first', async () => {
    const { archive, bytes: after } = await applyUpdate(dirFirst, () => [replace(0, 'changed')]);
    expect(after.subarray(76, 88)).toEqual(dirFirst.subarray(76, 88));
    expect(await contents(archive)).toEqual({ 'a.txt': 'changed' });
    expect(archive.index.structure[1]?.offset).toBe(12);
  });
});

describe('a directory that shares its bytes with a file', () => {
  it('is not written over', async () => {
    const shared = buildPak({
      ...three,
      rows: [...(three.rows ?? []), { name: 'whole', offset: 12, size: 265 }],
    });
    const { archive, written } = await applyUpdate(shared, () => [replace(0, 'new')]);
    expect(written[0]).toEqual([shared.length, 3]);
    expect(await archive.find('whole')?.bytes()).toEqual(shared.subarray(12));
  });
});

describe('Daikatana', () => {
  const packed = minimalArchives[4]?.bytes ?? new Uint8Array(0);

  it('packs new data by the rule of the original packer', async () => {
    const plain = new BytesSource(daikatanaPlain);
    const { archive } = await applyUpdate(packed, () => [
      { kind: 'add', path: 'b.tga', content: plain },
      { kind: 'add', path: 'b.txt', content: plain },
      { kind: 'replace', entry: 0, path: 'a.bmp', content: content('abc') },
    ]);
    expect([...archive.entries()].map(({ path, storedSize, size }) => [path, storedSize, size])).toEqual([
      ['a.bmp', 3, 3],
      ['n.txt', 4, 4],
      ['b.tga', 15, 30],
      ['b.txt', 30, 30],
    ]);
    expect((await archive.verify()).failures).toEqual([]);
  });
});

it('asks for a rewrite when the archive would pass 2 GiB', async () => {
  const large = { size: 2 ** 31, read: () => new Uint8Array(0) };
  await expect(applyUpdate(bytes, () => [{ kind: 'add', path: 'x', content: large }])).rejects.toThrow(
    /not in place: the archive could grow too large/,
  );
});
