import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExtractReport } from '../../src/extract/extract-options.ts';
import { extractRecursively, type RecursiveExtractOptions } from '../../src/extract/extract-recursively.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildToy, openToy, type ToyFile, toyFormat } from '../support/toy-format.ts';

async function extract(
  files: readonly ToyFile[],
  options: Omit<RecursiveExtractOptions, 'open'> = {},
  prepare?: (out: string, folder: string) => void,
): Promise<{ report: ExtractReport; tree: Record<string, string> }> {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  prepare?.(out, folder);
  const archive = await openToy(join(folder, 'a.toy'), files);
  const report = await extractRecursively(archive, out, { ...options, open: { formats: [toyFormat] } });
  await archive.close();
  await archive.source.close?.();
  return { report, tree: listTree(out) };
}

const deepest = buildToy([{ path: 'x/leaf.txt', content: 'leaf' }]);
const nested: readonly ToyFile[] = [
  { path: 'top.txt', content: 'top' },
  {
    path: 'data/in.toy',
    content: buildToy([
      { path: 'in.txt', content: 'in' },
      { path: 'deep.toy', content: deepest },
    ]),
  },
  { path: 'packed.toy', content: deepest, codec: 'zlib' },
];

describe('extractRecursively', () => {
  test('an archive becomes a folder of its name, packed or not', async () => {
    const { report, tree } = await extract(nested);
    expect(tree).toEqual({
      'data/': '',
      'data/in.toy/': '',
      'data/in.toy/deep.toy/': '',
      'data/in.toy/deep.toy/x/': '',
      'data/in.toy/deep.toy/x/leaf.txt': 'leaf',
      'data/in.toy/in.txt': 'in',
      'packed.toy/': '',
      'packed.toy/x/': '',
      'packed.toy/x/leaf.txt': 'leaf',
      'top.txt': 'top',
    });
    expect(report).toMatchObject({ files: 4, bytes: 13, skipped: 0, failed: [], findings: [] });
  });

  test('the filter and the report see paths from the outermost archive', async () => {
    const seen: string[] = [];
    const { report, tree } = await extract(nested, {
      filter: (path) => path === 'data/in.toy!/deep.toy!/x/leaf.txt',
      onEntry: ({ path, target }) => seen.push(`${path} → ${target}`),
    });
    expect(Object.values(tree).filter((text) => text !== '')).toEqual(['leaf']);
    expect(seen).toEqual(['data/in.toy!/deep.toy!/x/leaf.txt → data/in.toy/deep.toy/x/leaf.txt']);
    expect(report.files).toBe(1);
  });

  test('an empty archive is an empty folder', async () => {
    const { tree } = await extract([{ path: 'hollow.toy', content: buildToy([]) }]);
    expect(tree).toEqual({ 'hollow.toy/': '' });
  });

  test('archives of one name get folders of their own', async () => {
    const { tree } = await extract([
      { path: 'a.toy', content: buildToy([{ path: 'f', content: '1' }]) },
      { path: 'A.toy', content: buildToy([{ path: 'f', content: '2' }]) },
    ]);
    expect(tree).toMatchObject({ 'a.toy/f': '1', 'A~2.toy/f': '2' });
  });

  test('a bad entry inside is reported with its path, and the others are written', async () => {
    const inner = buildToy([
      { path: '../out.txt', content: 'evil' },
      { path: 'good', content: 'good' },
    ]);
    const { report, tree } = await extract([
      { path: 'in.toy', content: inner },
      { path: '../up.toy', content: inner },
    ]);
    expect(tree).toEqual({ 'in.toy/': '', 'in.toy/good': 'good' });
    expect(report.failed.map(({ path, error }) => [path, error.code])).toEqual([
      ['in.toy!/../out.txt', 'PATH_UNSAFE'],
      ['../up.toy', 'PATH_UNSAFE'],
    ]);
  });

  test('a link on the way to a nested folder is refused', async () => {
    let elsewhere = '';
    const { report } = await extract(nested, {}, (out, folder) => {
      elsewhere = join(folder, 'elsewhere');
      mkdirSync(elsewhere);
      mkdirSync(out);
      symlinkSync(elsewhere, join(out, 'data'));
    });
    expect(report.failed.map(({ path, error }) => [path, error.code])).toEqual([
      ['data/in.toy', 'PATH_UNSAFE'],
    ]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a dry run writes nothing', async () => {
    const { report, tree } = await extract(nested, { dryRun: true }, (out) => mkdirSync(out));
    expect(tree).toEqual({});
    expect(report.files).toBe(4);
  });
});
