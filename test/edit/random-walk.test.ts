import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytesSource, openArchive } from '@packwright/core';
import { editArchive, FileSource, undoEdit } from '@packwright/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allPlugins,
  type EditableFormat,
  editableFormats,
  makeArchive,
  makeContent,
} from './support/editable-formats.ts';

type Step =
  | {
      readonly kind: 'replace' | 'remove' | 'add' | 'rename';
      readonly pick: number;
      readonly name: number;
      readonly seed: number;
      readonly size: number;
    }
  | { readonly kind: 'undo' };

const size = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5000 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const, 'rename' as const),
      pick: fc.nat(),
      name: fc.nat({ max: 30 }),
      seed: fc.nat(),
      size,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' as const }) },
);

type Model = ReadonlyMap<string, Uint8Array>;

/** The model after a step, and the wish that leads there; nothing when the step makes no sense here. */
function apply(model: Model, move: Exclude<Step, { kind: 'undo' }>) {
  const paths = [...model.keys()];
  const path = paths[move.pick % Math.max(1, paths.length)];
  const next = new Map(model);
  const content = makeContent(move.seed, move.size);
  if (move.kind === 'add') {
    const added = `n${move.name}.txt`;
    if (model.has(added)) return undefined;
    next.set(added, content);
    return { next, wish: { kind: 'add', path: [added], content: new BytesSource(content) } as const };
  }
  if (path === undefined) return undefined;
  if (move.kind === 'replace') {
    next.set(path, content);
    return { next, wish: { kind: 'replace', path: [path], content: new BytesSource(content) } as const };
  }
  next.delete(path);
  if (move.kind === 'remove')
    return model.size > 1 ? { next, wish: { kind: 'remove', path: [path] } as const } : undefined;
  const to = `r${move.name}.txt`;
  if (model.has(to)) return undefined;
  next.set(to, model.get(path) ?? new Uint8Array());
  return { next, wish: { kind: 'rename', path: [path], to } as const };
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
    for (const move of steps) {
      const current = history.at(-1)?.model ?? first;
      if (move.kind === 'undo') {
        if (history.length === 1) continue;
        undoEdit(path);
        history.pop();
        expect(readFileSync(path).equals(history.at(-1)?.bytes ?? Buffer.alloc(0))).toBe(true);
        continue;
      }
      const change = apply(current, move);
      if (change === undefined) continue;
      const editor = await editArchive(path, { formats: allPlugins, format: format.plugin.id });
      try {
        await editor.request(change.wish).commit();
      } finally {
        await editor.close();
      }
      history.push({ model: change.next, bytes: readFileSync(path) });
      await expectContents(path, format, change.next);
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
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => walk(format, steps)),
      { numRuns: 4, seed: 20240601 },
    );
  });
});
