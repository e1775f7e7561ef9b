import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveError, type ByteSource, BytesSource, openArchive } from '@packwright/core';
import { editArchive, FileSource, undoEdit } from '@packwright/node';
import { afterAll, describe, expect, it } from 'vitest';
import {
  allPlugins,
  type EditableFormat,
  editableFormats,
  makeArchive,
  makeContent,
} from './support/editable-formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'packwright-growing-'));
const path = join(folder, 'archive');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Contents by name; a name is an entry's only where the format keeps names, so contents are compared. */
type Contents = Map<string, Uint8Array>;

async function makeFile(format: EditableFormat, contents: Contents): Promise<void> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(path, await makeArchive(format, contents));
}

async function addAll(format: EditableFormat, contents: Iterable<readonly [string, ByteSource]>) {
  const editor = await editArchive(path, { formats: allPlugins, format: format.plugin.id });
  try {
    for (const [name, content] of contents) editor.add([name], content);
    return await editor.commit();
  } finally {
    await editor.close();
  }
}

async function expectContents(format: EditableFormat, contents: Contents): Promise<void> {
  await using source = FileSource.open(path);
  const archive = await openArchive(source, { formats: allPlugins, format: format.plugin.id });
  const found: string[] = [];
  for (const entry of archive.entries()) {
    if (entry.kind === 'file') found.push(Buffer.from(await entry.bytes()).toString('latin1'));
  }
  const expected = [...contents.values()].map((bytes) => Buffer.from(bytes).toString('latin1'));
  expect(found.sort()).toEqual(expected.sort());
  await archive.close();
}

/*
 * A table that grows takes the place of files, which move out of its way: what is written comes from the archive itself,
 * from where the same edit writes to.
 */
describe('a table that grows over files', () => {
  it.each(editableFormats)('loses none of them, and undo brings all back: $name', async (format) => {
    const contents: Contents = new Map(
      Array.from({ length: 40 }, (_, number) => [`first${number}.txt`, makeContent(number, 90 + number)]),
    );
    await makeFile(format, contents);
    const history: Buffer[] = [];
    for (let round = 0; round < 8; round++) {
      history.push(readFileSync(path));
      const added = Array.from({ length: 20 }, (_, number) => {
        const seed = 100 + 20 * round + number;
        return [`added-with-a-long-name-${round}-${number}.txt`, makeContent(seed, seed)] as const;
      });
      for (const [name, bytes] of added) contents.set(name, bytes);
      await addAll(
        format,
        added.map(([name, bytes]) => [name, new BytesSource(bytes)]),
      );
      await expectContents(format, contents);
    }
    for (const bytes of history.reverse()) {
      undoEdit(path);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });
});

/** Gives other bytes each time, as a file does that somebody writes to. */
function restlessSource(length: number): ByteSource {
  let reads = 0;
  return { size: length, read: (_, count) => new Uint8Array(count).fill(++reads) };
}

describe('content that changes while it is packed', () => {
  it.each(editableFormats)('is told of, and the archive stays as it is: $name', async (format) => {
    await makeFile(format, new Map([['a.txt', makeContent(1, 50)]]));
    const before = readFileSync(path);
    const adding = addAll(format, [['restless.txt', restlessSource(3000)]]);
    const error = await adding.then(
      ({ plan }) => plan.rewrite,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) {
      // Formats that read content once cannot notice, and need not.
      undoEdit(path);
    } else {
      expect(ArchiveError.is(error) && error.code).toBe('SOURCE_CHANGED');
      expect(readdirSync(folder)).toEqual(['archive']);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
