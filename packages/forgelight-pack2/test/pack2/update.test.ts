import { type Archive, BytesSource, type Change } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin } from '../../src/index.ts';
import { errorOf, file, openBytes, readAll, toBytes, writeBytes } from '../support/archives.ts';
import { buildPack2 } from '../support/build-pack2.ts';
import { update, updateInPlace } from '../support/update.ts';

const names = ['a.txt', 'b.txt', 'c.txt', 'new.txt', 'other.txt'];
const contents = { 'a.txt': 'a'.repeat(600), 'b.txt': 'bee', 'c.txt': 'sea' };

async function open(block128 = '00'.repeat(128)): Promise<Archive> {
  const entries = Object.entries(contents).map(([path, content]) => file(path, content));
  const bytes = await writeBytes(pack2Plugin, entries, { compress: 'never', block128 });
  return openBytes(bytes, { names, strict: true });
}

function content(text: string): BytesSource {
  return new BytesSource(toBytes(text));
}

function replace(archive: Archive, path: string, text: string): Change {
  return { kind: 'replace', entry: archive.find(path)?.index ?? -1, path, content: content(text) };
}

function reopen(bytes: Uint8Array): Promise<Archive> {
  return openBytes(bytes, { names, strict: true });
}

async function expectContents(bytes: Uint8Array, expected: Record<string, string>): Promise<Archive> {
  const archive = await reopen(bytes);
  expect(archive.findings).toEqual([]);
  expect(await readAll(archive)).toEqual(expected);
  expect((await archive.verify()).failures).toEqual([]);
  return archive;
}

describe('changing a pack2 in place', () => {
  test('replaces what fits in its own slot, and clears the rest of it', async () => {
    const archive = await open();
    const slot = archive.find('a.txt')?.row.extents[0];
    const { bytes } = await updateInPlace(archive, [replace(archive, 'a.txt', 'short')]);
    const changed = await expectContents(bytes, { ...contents, 'a.txt': 'short' });
    expect(changed.find('a.txt')?.row.extents[0]).toMatchObject({
      offset: slot && 'offset' in slot ? slot.offset : -1,
    });
    expect(bytes.subarray(0x205, 0x200 + 600).every((byte) => byte === 0)).toBe(true);
  });

  test('clears no more than there is, whatever the map says', async () => {
    const bytes = buildPack2([
      { name: 'b.txt', stored: 'bee' },
      { name: 'a.txt', stored: 'a'.repeat(600), length: 60_000_000 },
    ]);
    const archive = await openBytes(bytes, { names });
    const made = await updateInPlace(archive, [replace(archive, 'a.txt', 'short')]);
    expect(made.bytes.length).toBeLessThan(bytes.length + 1000);
    expect(await readAll(await reopen(made.bytes))).toEqual({ 'a.txt': 'short', 'b.txt': 'bee' });
  });

  test('replaces what does not fit behind the old map, and puts the new map at the end', async () => {
    const archive = await open();
    const text = 'longer than any gap '.repeat(60);
    const { bytes, writes } = await updateInPlace(archive, [replace(archive, 'b.txt', text)], {
      compress: 'never',
    });
    const changed = await expectContents(bytes, { ...contents, 'b.txt': text });
    const map = changed.index.structure.find(({ name }) => name === 'map');
    expect(map?.offset).toBeGreaterThan(archive.source.size);
    expect((map?.offset ?? 0) % 256).toBe(0);
    expect((map?.offset ?? 0) + (map?.length ?? 0)).toBe(bytes.length);
    expect(writes.at(-1)).toEqual({ offset: 0, length: 160 });
  });

  test('adds, removes and renames together', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [
      { kind: 'remove', entry: archive.find('a.txt')?.index ?? -1, path: 'a.txt' },
      { kind: 'rename', entry: archive.find('b.txt')?.index ?? -1, from: 'b.txt', path: 'other.txt' },
      { kind: 'add', path: 'new.txt', content: content('new '.repeat(100)) },
    ]);
    const changed = await expectContents(bytes, {
      'new.txt': 'new '.repeat(100),
      'other.txt': 'bee',
      'c.txt': 'sea',
    });
    expect(changed.find('new.txt')?.row.attributes).toEqual({ flags: 0x11 });
  });

  test('lets one asset take the name of another that goes', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [
      { kind: 'remove', entry: archive.find('a.txt')?.index ?? -1, path: 'a.txt' },
      { kind: 'rename', entry: archive.find('b.txt')?.index ?? -1, from: 'b.txt', path: 'a.txt' },
    ]);
    await expectContents(bytes, { 'a.txt': 'bee', 'c.txt': 'sea' });
  });

  test('keeps two new files out of each other in one freed slot', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [
      replace(archive, 'a.txt', 'tiny'),
      { kind: 'add', path: 'new.txt', content: content('in the same slot') },
    ]);
    await expectContents(bytes, { ...contents, 'a.txt': 'tiny', 'new.txt': 'in the same slot' });
  });

  test('replaces by nothing', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [replace(archive, 'a.txt', '')]);
    await expectContents(bytes, { ...contents, 'a.txt': '' });
  });

  test('writes about the change and the map, not the archive', async () => {
    const entries = Array.from({ length: 200 }, (_, at) => file(`${at}.bin`, new Uint8Array(1000).fill(at)));
    const bytes = await writeBytes(pack2Plugin, entries, { compress: 'never' });
    const archive = await openBytes(bytes);
    const { writes } = await updateInPlace(archive, [replace(archive, '7.bin', 'changed')]);
    expect(writes.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(
      1000 + 256 + 200 * 32 + 160 + 16,
    );
  });

  test('keeps the flag of unknown meaning of a replaced asset', async () => {
    const archive = await openBytes(buildPack2([{ name: 'a.txt', stored: 'old', flags: 0x00 }]), { names });
    const { bytes } = await updateInPlace(archive, [replace(archive, 'a.txt', 'shrinks '.repeat(50))]);
    expect((await reopen(bytes)).entry(0).row.attributes).toEqual({ flags: 0x01 });
  });

  test('keeps assets whose names nobody knows', async () => {
    const archive = await openBytes(
      buildPack2([
        { hash: 7n, stored: 'x' },
        { hash: 9n, stored: 'y' },
      ]),
    );
    const { bytes } = await updateInPlace(archive, [
      { kind: 'remove', entry: 1, path: '0x0000000000000009' },
    ]);
    expect((await reopen(bytes)).entry(0)).toMatchObject({ hash: 7n });
  });

  test('sorts rows that were not', async () => {
    const archive = await openBytes(
      buildPack2([
        { hash: 9n, stored: 'y' },
        { hash: 7n, stored: 'x' },
      ]),
    );
    const { bytes } = await updateInPlace(archive, []);
    expect((await reopen(bytes)).findings).toEqual([]);
  });

  test('zeroes the block that fits the old content only, and says so', async () => {
    const archive = await open('ab'.repeat(128));
    const { bytes, findings } = await updateInPlace(archive, [replace(archive, 'b.txt', 'x')]);
    expect(findings.map(({ code }) => code)).toEqual(['block128-zeroed']);
    expect((await reopen(bytes)).index.attributes?.block128).toBe('00'.repeat(128));
    const quiet = await updateInPlace(await reopen(bytes), []);
    expect(quiet.findings).toEqual([]);
  });
});

describe('changes that are refused', () => {
  test.each<readonly [fact: string, change: (archive: Archive) => Change]>([
    ['a second asset of a name', () => ({ kind: 'add', path: 'A.TXT', content: content('x') })],
    [
      'a name that is taken',
      (archive) => ({
        kind: 'rename',
        entry: archive.find('b.txt')?.index ?? -1,
        from: 'b.txt',
        path: 'a.txt',
      }),
    ],
    ['a name that is not ASCII', () => ({ kind: 'add', path: 'caf\u00e9', content: content('x') })],
  ])('%s', async (_, change) => {
    const archive = await open();
    expect((await errorOf(() => update(archive, [change(archive)]))).code).toBe('WRITE_REFUSED');
  });

  test('assets that share bytes need a new archive', async () => {
    const bytes = buildPack2([
      { hash: 1n, stored: 'shared' },
      { hash: 2n, stored: '', offset: 0x200, length: 6 },
    ]);
    expect(await update(await openBytes(bytes), [])).toHaveProperty('rewrite');
  });

  test('a map that is cut off needs a new archive', async () => {
    const bytes = buildPack2([
      { hash: 1n, stored: 'a' },
      { hash: 2n, stored: 'b' },
    ]);
    expect(await update(await openBytes(bytes.subarray(0, -8)), [])).toHaveProperty('rewrite');
  });
});
