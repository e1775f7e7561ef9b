import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytesSource, openArchive } from '@packwright/core';
import { editArchive, FileSource, undoEdit } from '@packwright/node';
import type { EditRequest } from '@packwright/toolkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allPlugins,
  type EditableFormat,
  editableFormats,
  makeArchive,
  makeContent,
} from './support/editable-formats.ts';

interface Move {
  readonly kind: 'replace' | 'remove' | 'add' | 'rename';
  readonly pick: number;
  readonly name: number;
  readonly seed: number;
  readonly size: number;
}

/** Moves that are one edit, or the last edit taken back. */
type Step = readonly Move[] | 'undo';

const size = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5000 }));
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const, 'rename' as const),
  pick: fc.nat(),
  name: fc.nat({ max: 60 }),
  seed: fc.nat(),
  size,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.array(move, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constant('undo' as const) },
);

type Model = ReadonlyMap<string, Uint8Array>;

/** The model after some moves, and the wishes that lead there; an entry moves once in an edit. */
function apply(model: Model, moves: readonly Move[]): { next: Model; wishes: readonly EditRequest[] } {
  const next = new Map(model);
  const wishes: EditRequest[] = [];
  const free = new Set(model.keys());
  for (const { kind, pick, name, seed, size: length } of moves) {
    const bytes = makeContent(seed, length);
    const content = new BytesSource(bytes);
    const path = [...free][pick % Math.max(1, free.size)];
    const fresh = `${kind}${name}.txt`;
    // A name that the same edit gives up is not free yet.
    const isFree = !model.has(fresh) && !next.has(fresh);
    if (kind === 'add' && isFree) {
      next.set(fresh, bytes);
      wishes.push({ kind, path: [fresh], content });
    }
    if (kind === 'add' || path === undefined) continue;
    if (kind === 'replace') {
      next.set(path, bytes);
      wishes.push({ kind, path: [path], content });
    } else if (kind === 'remove' && next.size > 1) {
      next.delete(path);
      wishes.push({ kind, path: [path] });
    } else if (kind === 'rename' && isFree) {
      next.set(fresh, next.get(path) ?? new Uint8Array());
      next.delete(path);
      wishes.push({ kind, path: [path], to: fresh });
    } else continue;
    free.delete(path);
  }
  return { next, wishes };
}

async function expectContents(path: string, format: EditableFormat, model: Model): Promise<void> {
  await using source = FileSource.open(path);
  const archive = await openArchive(source, { formats: allPlugins, format: format.plugin.id });
  try {
    const files = [...archive.entries()].filter(({ kind }) => kind === 'file');
    expect(files.length).toBe(model.size);
    for (const [name, bytes] of model) expect(await archive.find(name)?.bytes(), name).toEqual(bytes);
    expect((await archive.verify()).failures).toEqual([]);
  } finally {
    await archive.close();
  }
}

async function walk(format: EditableFormat, steps: readonly Step[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packwright-walk-'));
  try {
    const path = join(folder, 'archive');
    const first: Model = new Map([
      ['a.txt', makeContent(1, 100)],
      ['b.txt', makeContent(2, 3000)],
      ['c.txt', makeContent(3, 7)],
    ]);
    writeFileSync(path, await makeArchive(format, first));
    const history: { readonly model: Model; readonly bytes: Buffer }[] = [
      { model: first, bytes: readFileSync(path) },
    ];
    for (const current of steps) {
      const { model } = history.at(-1) ?? { model: first };
      if (current === 'undo') {
        if (history.length === 1) continue;
        undoEdit(path);
        history.pop();
        expect(readFileSync(path).equals(history.at(-1)?.bytes ?? Buffer.alloc(0))).toBe(true);
        continue;
      }
      const { next, wishes } = apply(model, current);
      if (wishes.length === 0) continue;
      const editor = await editArchive(path, { formats: allPlugins, format: format.plugin.id });
      try {
        for (const wish of wishes) editor.request(wish);
        await editor.commit();
      } finally {
        await editor.close();
      }
      history.push({ model: next, bytes: readFileSync(path) });
      await expectContents(path, format, next);
    }
    while (history.length > 1) {
      undoEdit(path);
      history.pop();
      expect(readFileSync(path).equals(history.at(-1)?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a random walk of edits and undos', () => {
  it.each(editableFormats)('agrees with a model: $name', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), (steps) => walk(format, steps)),
      // Looking for a shorter way to a failure would take hundreds of walks.
      { numRuns: 24, endOnFailure: true, seed: 20240601 },
    );
  });
});
