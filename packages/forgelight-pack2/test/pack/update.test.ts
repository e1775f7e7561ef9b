import { type Archive, BytesSource, type Change } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { packPlugin } from '../../src/index.ts';
import { errorOf, file, openBytes, readAll, toBytes, writeBytes } from '../support/archives.ts';
import { buildPack } from '../support/build-pack.ts';
import { update, updateInPlace } from '../support/update.ts';

const contents = { 'a.txt': 'alpha', 'b.txt': 'beta and more', 'c.txt': 'gamma', 'd.txt': 'delta' };

async function open(layout = 'blocks'): Promise<Archive> {
  const entries = Object.entries(contents).map(([path, content], at) =>
    file(path, content, { attributes: { chunk: at >> 1 } }),
  );
  return openBytes(await writeBytes(packPlugin, entries, { layout }), { strict: true });
}

function content(text: string): BytesSource {
  return new BytesSource(toBytes(text));
}

function entryOf(archive: Archive, path: string): number {
  return archive.find(path)?.index ?? -1;
}

function replace(archive: Archive, path: string, text: string): Change {
  return { kind: 'replace', entry: entryOf(archive, path), path, content: content(text) };
}

function remove(archive: Archive, path: string): Change {
  return { kind: 'remove', entry: entryOf(archive, path), path };
}

async function expectContents(bytes: Uint8Array, expected: Record<string, string>): Promise<Archive> {
  const archive = await openBytes(bytes, { strict: true });
  expect(await readAll(archive)).toEqual(expected);
  expect((await archive.verify()).failures).toEqual([]);
  return archive;
}

describe.each(['blocks', 'compact'])('changing a pack of the layout %s in place', (layout) => {
  test('replaces what fits where it was, and clears the rest', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [replace(archive, 'b.txt', 'bee')]);
    await expectContents(bytes, { ...contents, 'b.txt': 'bee' });
    expect(bytes).toHaveLength(archive.source.size);
    expect(new TextDecoder().decode(bytes)).not.toContain('more');
  });

  test('replaces what does not fit at the end', async () => {
    const archive = await open(layout);
    const text = 'longer than it was '.repeat(600);
    const { bytes } = await updateInPlace(archive, [replace(archive, 'a.txt', text)]);
    await expectContents(bytes, { ...contents, 'a.txt': text });
  });

  test('replaces by nothing', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [replace(archive, 'c.txt', '')]);
    await expectContents(bytes, { ...contents, 'c.txt': '' });
  });

  test('removes a file from its list', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [remove(archive, 'c.txt')]);
    await expectContents(bytes, { 'a.txt': 'alpha', 'b.txt': 'beta and more', 'd.txt': 'delta' });
  });

  test('leaves a list out of the chain when it is empty', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [remove(archive, 'c.txt'), remove(archive, 'd.txt')]);
    const changed = await expectContents(bytes, { 'a.txt': 'alpha', 'b.txt': 'beta and more' });
    expect(changed.index.attributes).toEqual({ chunks: 1 });
  });

  test('adds files', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [
      { kind: 'add', path: 'e.txt', content: content('epsilon') },
      { kind: 'add', path: 'empty.txt', content: content('') },
    ]);
    const changed = await openBytes(bytes, { strict: true });
    const found = await readAll(changed);
    expect(found).toEqual({ ...contents, 'e.txt': 'epsilon', 'empty.txt': '' });
    expect((await changed.verify()).failures).toEqual([]);
  });

  test('renames to a name of the same length', async () => {
    const archive = await open(layout);
    const { bytes } = await updateInPlace(archive, [
      { kind: 'rename', entry: entryOf(archive, 'd.txt'), from: 'd.txt', path: 'D.TXT' },
    ]);
    const { 'd.txt': last, ...others } = contents;
    await expectContents(bytes, { ...others, 'D.TXT': last });
  });
});

describe('lists of 8192 bytes', () => {
  test('take a longer name', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [
      { kind: 'rename', entry: entryOf(archive, 'a.txt'), from: 'a.txt', path: 'a much longer name.txt' },
    ]);
    expect(Object.keys(await readAll(await openBytes(bytes)))).toContain('a much longer name.txt');
  });

  test('are followed by new ones when they are full', async () => {
    const archive = await open();
    const changes = Array.from(
      { length: 1000 },
      (_, at): Change => ({ kind: 'add', path: `${at}`.padStart(20, 'n'), content: content(`file ${at}`) }),
    );
    const { bytes } = await updateInPlace(archive, changes);
    const changed = await openBytes(bytes, { strict: true });
    expect(changed).toHaveLength(1004);
    expect(changed.index.attributes).toEqual({ chunks: 5 });
    expect(changed.index.writeOptions).toEqual({ layout: 'blocks' });
    expect(changed.findings).toEqual([]);
    expect((await changed.verify()).failures).toEqual([]);
  });

  test('stay as they are when nothing of theirs changes', async () => {
    const archive = await open();
    const { writes } = await updateInPlace(archive, [replace(archive, 'a.txt', 'omega')]);
    expect(writes).toEqual([
      { offset: 8192, length: 5 },
      { offset: 0, length: 8192 },
    ]);
  });
});

describe('changes that are refused', () => {
  test.each<readonly [fact: string, change: Change]>([
    ['a second file of a name', { kind: 'add', path: 'a.txt', content: content('x') }],
    ['a name that is taken', { kind: 'rename', entry: 1, from: 'b.txt', path: 'a.txt' }],
    ['a long name', { kind: 'add', path: 'n'.repeat(129), content: content('x') }],
  ])('%s', async (_, change) => {
    const archive = await open();
    expect((await errorOf(() => update(archive, [change]))).code).toBe('WRITE_REFUSED');
  });

  test('a name that goes is free for another file', async () => {
    const archive = await open();
    const { bytes } = await updateInPlace(archive, [
      remove(archive, 'a.txt'),
      { kind: 'rename', entry: 1, from: 'b.txt', path: 'a.txt' },
    ]);
    await expectContents(bytes, { 'a.txt': 'beta and more', 'c.txt': 'gamma', 'd.txt': 'delta' });
  });

  test('a longer name in a list without room needs a new archive', async () => {
    const archive = await open('compact');
    const change: Change = { kind: 'rename', entry: 0, from: 'a.txt', path: 'longer name.txt' };
    expect(await update(archive, [change])).toHaveProperty('rewrite');
  });

  test('an empty first list needs a new archive', async () => {
    const archive = await open();
    expect(await update(archive, [remove(archive, 'a.txt'), remove(archive, 'b.txt')])).toHaveProperty(
      'rewrite',
    );
  });

  test('a damaged chain needs a new archive', async () => {
    const archive = await open();
    const bytes = await archive.source.read(0, archive.source.size - 1);
    expect(await update(await openBytes(bytes), [])).toHaveProperty('rewrite');
  });

  test('files that share bytes need a new archive', async () => {
    const files = [
      { name: 'a', content: 'xy' },
      { name: 'b', content: '', offset: 42, length: 1 },
    ];
    expect(await update(await openBytes(buildPack([{ files }])), [])).toHaveProperty('rewrite');
  });

  test('more than 32 bits can address needs a new archive', async () => {
    const huge = { size: 2 ** 32, read: () => new Uint8Array() };
    const archive = await open();
    expect(await update(archive, [{ kind: 'add', path: 'huge', content: huge }])).toHaveProperty('rewrite');
  });
});
