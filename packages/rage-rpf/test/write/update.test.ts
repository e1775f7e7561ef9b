import { ArchiveError, BytesSource, type Keys } from '@packwright/core';
import { type EditRequest, planEdit } from '@packwright/toolkit';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { makeKeys } from '../ciphers/made-up-keys.ts';
import { bytesOf, type Files, makeArchive, openBytes, readAll } from '../support/make-archive.ts';
import { makeResource7 } from '../support/make-resource.ts';

const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 2654435761) >>> 21);

interface Edited {
  readonly bytes: Uint8Array;
  readonly files: Readonly<Record<string, string>>;
}

async function edit(
  bytes: Uint8Array,
  requests: readonly EditRequest[],
  more: { readonly list?: readonly string[]; readonly keys?: Keys; readonly name?: string } = {},
): Promise<Edited> {
  const archive = await openBytes(bytes, more);
  const plan = await planEdit(archive, requests, { formats: [plugin], keys: more.keys });
  if (plan.patches === undefined)
    throw new ArchiveError('WRITE_REFUSED', plan.rewrite?.reason ?? 'no reason');
  const result = plan.patches.result();
  const after = (await result.read(0, result.size)).slice();
  await plan.close();
  const opened = await openBytes(after, { ...more, strict: true });
  expect((await opened.verify()).failures).toEqual([]);
  return { bytes: after, files: await readAll(opened) };
}

const add = (path: string, content: string | Uint8Array = ''): EditRequest => ({
  kind: 'add',
  path: [path],
  content: new BytesSource(typeof content === 'string' ? bytesOf(content) : content),
});
const replace = (path: string, content: string | Uint8Array): EditRequest => ({
  kind: 'replace',
  path: [path],
  content: new BytesSource(typeof content === 'string' ? bytesOf(content) : content),
});

const files: Files = { 'a.txt': 'aaa', 'sub/b.txt': 'bbb', 'sub/c.txt': 'ccc', void: undefined };
const expected = { 'a.txt': 'aaa', 'sub/': '', 'sub/b.txt': 'bbb', 'sub/c.txt': 'ccc', 'void/': '' };
const list = ['a.txt', 'sub', 'b.txt', 'c.txt', 'void', 'new.txt', 'other', 'more'];

describe.each([0, 2, 3, 4, 6, 7])('an edit of RPF%i in place', (version) => {
  const make = (): Promise<Uint8Array> => makeArchive(files, { version, debugNames: false });

  it('replaces a file where it lies', async () => {
    const bytes = await make();
    const after = await edit(bytes, [replace('sub/b.txt', 'BBBB')], { list });
    expect(after.files).toEqual({ ...expected, 'sub/b.txt': 'BBBB' });
    expect(after.bytes.length).toBe(bytes.length);
  });

  it('adds, removes and renames', async () => {
    const bytes = await make();
    const after = await edit(
      bytes,
      [
        add('other/new.txt', 'new'),
        { kind: 'remove', path: ['a.txt'] },
        { kind: 'rename', path: ['sub/b.txt'], to: 'more' },
      ],
      { list },
    );
    expect(after.files).toEqual({
      'sub/': '',
      'void/': '',
      'other/': '',
      'other/new.txt': 'new',
      more: 'bbb',
      'sub/c.txt': 'ccc',
    });
  });

  it('moves a directory with everything in it', async () => {
    const after = await edit(await make(), [{ kind: 'rename', path: ['sub'], to: 'other/more' }], { list });
    expect(after.files).toEqual({
      'a.txt': 'aaa',
      'void/': '',
      'other/': '',
      'other/more/': '',
      'other/more/b.txt': 'bbb',
      'other/more/c.txt': 'ccc',
    });
  });

  it('removes a directory with everything in it, and keeps an emptied one', async () => {
    const after = await edit(await make(), [{ kind: 'remove', path: ['sub'] }], { list });
    expect(after.files).toEqual({ 'a.txt': 'aaa', 'void/': '' });
    const emptied = await edit(
      await make(),
      [
        { kind: 'remove', path: ['sub/b.txt'] },
        { kind: 'remove', path: ['sub/c.txt'] },
      ],
      { list },
    );
    expect(emptied.files).toEqual({ 'a.txt': 'aaa', 'sub/': '', 'void/': '' });
  });

  it('moves files out of the way when the table outgrows its room', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `n${at}`);
    const after = await edit(
      await make(),
      many.map((name) => add(name, name)),
      { list: [...list, ...many] },
    );
    expect(after.files).toEqual({ ...expected, ...Object.fromEntries(many.map((name) => [name, name])) });
  });
});

describe('an edit of RPF7', () => {
  it('takes dead space up again', async () => {
    const bytes = await makeArchive({ 'a.bin': noise(5000), 'b.bin': noise(100) });
    const removed = await edit(bytes, [{ kind: 'remove', path: ['a.bin'] }]);
    const added = await edit(removed.bytes, [add('c.bin', noise(4000))]);
    expect(added.bytes.length).toBe(bytes.length);
  });

  it('replaces a resource, header and all', async () => {
    const old = makeResource7(new Uint8Array(16384).fill(1), 0x04000004);
    const fresh = makeResource7(new Uint8Array(8192).fill(2), 0x00020000);
    const bytes = await makeArchive({ 'a.ymap': old, 'b.txt': 'b' });
    const after = await edit(bytes, [replace('a.ymap', fresh)]);
    const entry = (await openBytes(after.bytes)).find('a.ymap');
    expect(await entry?.bytes()).toEqual(fresh);
    expect(entry?.row.occupies?.offset).toBe(512);
    expect((await entry?.body())?.length).toBe(8192);
  });

  it('keeps the length a multiple of 512', async () => {
    const after = await edit(await makeArchive({ 'a.bin': 'a' }), [add('b.bin', noise(700))]);
    expect(after.bytes.length % 512).toBe(0);
  });

  it('refuses a place that is taken', async () => {
    const bytes = await makeArchive(files);
    await expect(edit(bytes, [add('a.txt/b', 'x')])).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
  });

  it('keeps NG, with the key that the new size asks for', async () => {
    const keys = makeKeys();
    const bytes = await makeArchive(files, { tag: 'ng' }, { name: 'dlc.rpf', keys });
    const after = await edit(bytes, [add('large.bin', noise(9000))], { keys, name: 'dlc.rpf' });
    expect(Object.keys(after.files)).toContain('large.bin');
    expect(after.bytes.length).toBeGreaterThan(bytes.length);
  });

  it('of signed archives, and of scripts under a cipher, needs a new archive', async () => {
    const bytes = await makeArchive(files);
    new DataView(bytes.buffer).setUint32(12, 0x50584643, true);
    await expect(edit(bytes, [replace('a.txt', 'x')])).rejects.toThrow('signed');
    const keys = makeKeys();
    const encrypted = await makeArchive(files, { tag: 'aes' }, { keys });
    const script = makeResource7(new Uint8Array(16384), 0x04000004);
    await expect(edit(encrypted, [add('x.ysc', script)], { keys })).rejects.toThrow('scripts');
  });
});

describe('an edit of RPF6', () => {
  it('keeps the debug names in step with the table', async () => {
    const bytes = await makeArchive(files, { version: 6 });
    const after = await edit(bytes, [add('brand-new.txt', 'new'), { kind: 'remove', path: ['a.txt'] }]);
    expect(after.files).toEqual({
      'brand-new.txt': 'new',
      'sub/': '',
      'sub/b.txt': 'bbb',
      'sub/c.txt': 'ccc',
      'void/': '',
    });
    const again = await edit(after.bytes, [replace('brand-new.txt', noise(9000))]);
    expect(Object.keys(again.files)).toEqual(Object.keys(after.files));
  });
});

describe('an edit of what FXServer wrote', () => {
  it('does not believe the table size in the header', async () => {
    const bytes = await makeArchive(files, { version: 2 });
    const view = new DataView(bytes.buffer);
    view.setUint32(4, 4096, true);
    view.setUint32(12, 0xabcd, true);
    const many = Array.from({ length: 200 }, (_, at) => `n${at}`);
    const after = await edit(
      bytes,
      many.map((name) => add(name, name)),
    );
    expect(after.files).toMatchObject({ ...expected, n0: 'n0', n199: 'n199' });
    expect(new DataView(after.bytes.buffer).getUint32(12, true), 'an unknown word stays').toBe(0xabcd);
  });
});
