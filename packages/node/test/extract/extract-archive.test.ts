import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BytesSource, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { extractArchive } from '../../src/extract/extract-archive.ts';
import type { ExtractedEntry, ExtractOptions, ExtractReport } from '../../src/extract/extract-options.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildToy, openToy, type ToyFile, toyFormat } from '../support/toy-format.ts';

interface Extracted {
  readonly report: ExtractReport;
  readonly tree: Record<string, string>;
  readonly folder: string;
}

/** Extracts files to a new folder `out`, or to one that `prepare` makes. */
async function extract(
  files: readonly ToyFile[],
  options: ExtractOptions = {},
  prepare?: (out: string) => void,
): Promise<Extracted> {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  prepare?.(out);
  const archive = await openToy(join(folder, 'a.toy'), files);
  const report = await extractArchive(archive, out, options);
  await archive.close();
  await archive.source.close?.();
  expect(readdirSync(folder).sort()).toEqual(options.dryRun && !prepare ? ['a.toy'] : ['a.toy', 'out']);
  return { report, tree: existsSync(out) ? listTree(out) : {}, folder };
}

const sample: readonly ToyFile[] = [
  { path: 'maps', kind: 'directory' },
  { path: 'maps/e1m1.bsp', content: 'a map', checksum: true },
  { path: 'maps/e1m2.bsp', content: 'a second map '.repeat(50), codec: 'zlib', checksum: true },
  { path: 'sound/deep/er/x.wav', content: 'noise', codec: 'toy/xor' },
  { path: 'solid/1', content: 'one', solid: true },
  { path: 'solid/2', content: 'two', solid: true, checksum: true },
  { path: 'head', content: 'body', literal: 'RSC7 ' },
  { path: 'unknown', content: 'size only in the data', codec: 'zlib', sizeless: true },
  { path: 'empty', content: '' },
  { path: 'hollow', kind: 'directory' },
];

const sampleTree = {
  empty: '',
  head: 'RSC7 body',
  'hollow/': '',
  'maps/': '',
  'maps/e1m1.bsp': 'a map',
  'maps/e1m2.bsp': 'a second map '.repeat(50),
  'solid/': '',
  'solid/1': 'one',
  'solid/2': 'two',
  'sound/': '',
  'sound/deep/': '',
  'sound/deep/er/': '',
  'sound/deep/er/x.wav': 'noise',
  unknown: 'size only in the data',
};

describe('extractArchive', () => {
  test('writes every kind of entry into a new folder', async () => {
    const { report, tree } = await extract(sample);
    expect(tree).toEqual(sampleTree);
    expect(report).toEqual({
      files: 8,
      directories: 6,
      bytes: 5 + 650 + 5 + 3 + 3 + 9 + 21,
      skipped: 0,
      failed: [],
      findings: [],
    });
  });

  test('writes the same into a folder that is there', async () => {
    const { tree } = await extract(sample, {}, (out) => mkdirSync(out));
    expect(tree).toEqual(sampleTree);
  });

  test('writes the same from bytes in memory', async () => {
    const out = join(temporaryFolder(), 'new', 'out');
    const archive = await openArchive(new BytesSource(buildToy(sample)), { formats: [toyFormat] });
    expect((await extractArchive(archive, out)).files).toBe(8);
    expect(listTree(out)).toEqual(sampleTree);
  });

  test('a filter chooses entries', async () => {
    const { tree, report } = await extract(sample, { filter: ({ path }) => path.endsWith('.bsp') });
    expect(Object.keys(tree)).toEqual(['maps/', 'maps/e1m1.bsp', 'maps/e1m2.bsp']);
    expect(report.skipped).toBe(0);
  });

  test('strip and flat', async () => {
    const files = [
      { path: 'a/b/c', content: '1' },
      { path: 'a/d', content: '2' },
      { path: 'e', content: '3' },
    ];
    const stripped = await extract(files, { stripComponents: 1 });
    expect(stripped.tree).toEqual({ 'b/': '', 'b/c': '1', d: '2' });
    expect(stripped.report).toMatchObject({ files: 2, skipped: 1 });
    expect((await extract(files, { flat: true })).tree).toEqual({ c: '1', d: '2', e: '3' });
  });

  test('stored gives the bytes as they lie', async () => {
    const { tree } = await extract(
      [
        { path: 'x', content: 'UU', codec: 'toy/xor', checksum: 1 },
        { path: 'y', content: 'tail', literal: 'not stored', checksum: true },
        { path: 'z', content: 'in a block', solid: true },
      ],
      { stored: true },
    );
    expect(tree).toEqual({ x: '\0\0', y: 'tail', z: 'in a block' });
  });

  test('a dry run tells all and writes nothing', async () => {
    const { tree, report } = await extract([...sample, { path: '../evil', content: 'x' }], { dryRun: true });
    expect(tree).toEqual({});
    expect(report).toMatchObject({ files: 8, directories: 6, skipped: 0, failed: [{ path: '../evil' }] });
    const seen: ExtractedEntry[] = [];
    const again = await extract(sample, { dryRun: true, onEntry: (entry) => seen.push(entry) }, (out) => {
      mkdirSync(join(out, 'maps'), { recursive: true });
      writeFileSync(join(out, 'maps', 'e1m1.bsp'), 'mine');
    });
    expect(again.tree).toEqual({ 'maps/': '', 'maps/e1m1.bsp': 'mine' });
    expect(again.report).toMatchObject({ files: 7, skipped: 1, directories: 5 });
    expect(seen.find(({ entry }) => entry === 1)).toEqual({
      entry: 1,
      path: 'maps/e1m1.bsp',
      target: 'maps/e1m1.bsp',
      status: 'skipped',
    });
  });

  test('tells of each entry and of progress', async () => {
    const seen: ExtractedEntry[] = [];
    let last: unknown;
    await extract(
      [
        { path: 'a?', content: '1' },
        { path: 'b', content: 'x', codec: 'toy/missing' },
      ],
      {
        onEntry: (entry) => seen.push(entry),
        progress: (progress) => {
          last = progress;
        },
      },
    );
    expect(seen.sort((a, b) => a.entry - b.entry)).toEqual([
      { entry: 0, path: 'a?', target: 'a%3F', status: 'written' },
      { entry: 1, path: 'b', target: 'b', status: 'failed' },
    ]);
    expect(last).toEqual({ files: 1, bytes: 1, totalFiles: 2, totalBytes: 2 });
  });
});

describe('files that are there already', () => {
  const files = [{ path: 'd/x', content: 'new' }];
  const withOld = (content: string, seconds: number) => (out: string) => {
    mkdirSync(join(out, 'd'), { recursive: true });
    writeFileSync(join(out, 'd', 'x'), content);
    utimesSync(join(out, 'd', 'x'), seconds, seconds);
  };

  test('stay, unless told otherwise', async () => {
    const kept = await extract(files, {}, withOld('old', 1));
    expect(kept.tree['d/x']).toBe('old');
    expect(kept.report).toMatchObject({ files: 0, skipped: 1, bytes: 0 });
    const replaced = await extract(files, { overwrite: 'always' }, withOld('old', 1));
    expect(replaced.tree['d/x']).toBe('new');
  });

  test('newer: the archive against the file', async () => {
    const older = await extract(files, { overwrite: 'newer' }, withOld('old', 1));
    expect(older.tree['d/x']).toBe('new');
    const younger = await extract(files, { overwrite: 'newer' }, withOld('old', Date.now() / 1000 + 3600));
    expect(younger.tree['d/x']).toBe('old');
  });

  test('resume keeps what is complete and writes the rest', async () => {
    const parts: readonly ToyFile[] = [
      { path: 'd/x', content: 'new' },
      { path: 'd/short', content: 'complete' },
      { path: 'd/checked', content: 'right', checksum: true },
      { path: 'd/sum', content: 'right', checksum: true },
      { path: 'd/sizeless', content: 'abc', codec: 'zlib', sizeless: true },
      { path: 'd/missing', content: 'm' },
    ];
    const { tree, report } = await extract(parts, { resume: true }, (out) => {
      withOld('new', 1)(out);
      writeFileSync(join(out, 'd', 'short'), 'comp');
      writeFileSync(join(out, 'd', 'checked'), 'wrong');
      writeFileSync(join(out, 'd', 'sum'), 'right');
      writeFileSync(join(out, 'd', 'sizeless'), 'abc');
    });
    expect(tree).toEqual({
      'd/': '',
      'd/checked': 'right',
      'd/missing': 'm',
      'd/short': 'complete',
      'd/sizeless': 'abc',
      'd/sum': 'right',
      'd/x': 'new',
    });
    expect(report).toMatchObject({ files: 3, skipped: 3 });
  });

  test('a link of that name is replaced, not followed', async () => {
    const victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'untouched');
    const { tree } = await extract(files, { overwrite: 'always' }, (out) => {
      mkdirSync(join(out, 'd'), { recursive: true });
      symlinkSync(victim, join(out, 'd', 'x'));
    });
    expect(tree['d/x']).toBe('new');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  test('a folder of that name fails that entry only', async () => {
    const { tree, report } = await extract(
      [...files, { path: 'y', content: 'y' }],
      { overwrite: 'always' },
      (out) => mkdirSync(join(out, 'd', 'x'), { recursive: true }),
    );
    expect(tree).toEqual({ 'd/': '', 'd/x/': '', y: 'y' });
    expect(report.failed).toMatchObject([{ entry: 0, path: 'd/x', error: { code: 'SINK_FAILED' } }]);
  });
});

describe('safety', () => {
  test('every hostile path is contained, and the good ones are written', async () => {
    const hostile = [
      '../evil',
      'a/../../evil',
      '/..',
      'C:\\evil',
      'c:evil',
      '\\\\server\\share\\evil',
      '//evil/x',
      'a\0b',
      'a\nb',
      'x'.repeat(300),
      '',
    ];
    const { report, tree, folder } = await extract([
      ...hostile.map((path) => ({ path, content: 'evil' })),
      { path: '/abs/olute', content: 'ok' },
      { path: 'con', content: 'ok' },
      { path: 'a\\b', content: 'ok' },
      { path: 'A/B', content: 'ok' },
    ]);
    expect(report.failed.map(({ path }) => path)).toEqual(hostile);
    expect(new Set(report.failed.map(({ error }) => error.code))).toEqual(
      new Set(['PATH_UNSAFE', 'LIMIT_EXCEEDED']),
    );
    expect(tree).toEqual({
      '%63on': 'ok',
      'a/': '',
      'a/B~2': 'ok',
      'a/b': 'ok',
      'abs/': '',
      'abs/olute': 'ok',
    });
    expect(report.findings.map(({ code, entry }) => [code, entry])).toEqual(
      expect.arrayContaining([
        ['path-leading-separator', 11],
        ['path-escaped', 12],
        ['path-collision', 14],
        ['folder-merged', 14],
      ]),
    );
    expect(readdirSync(folder).sort()).toEqual(['a.toy', 'out']);
  });

  test('a linked folder below the destination is refused, and nothing goes through it', async () => {
    const folder = temporaryFolder();
    const { report, tree } = await extract(
      [
        { path: 'link/x', content: 'evil' },
        { path: 'link/deep/y', content: 'evil' },
        { path: 'fine/z', content: 'ok' },
      ],
      { overwrite: 'always' },
      (out) => {
        mkdirSync(out);
        symlinkSync(folder, join(out, 'link'));
      },
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(tree).toMatchObject({ 'fine/z': 'ok' });
    expect(report.failed).toMatchObject([
      {
        path: 'link/x',
        error: { code: 'PATH_UNSAFE', message: 'The folder "link" in the destination is a link.' },
      },
      { path: 'link/deep/y', error: { code: 'PATH_UNSAFE' } },
    ]);
  });

  test('a link as the destination itself is the caller’s choice', async () => {
    const real = temporaryFolder();
    const { report } = await extract([{ path: 'x', content: 'ok' }], {}, (out) => symlinkSync(real, out));
    expect(report.files).toBe(1);
    expect(listTree(real)).toEqual({ x: 'ok' });
  });

  test('a file where a folder must be fails the entries below it', async () => {
    const { report, tree } = await extract(
      [
        { path: 'f/x', content: '1' },
        { path: 'g', content: '2' },
      ],
      {},
      (out) => {
        mkdirSync(out);
        writeFileSync(join(out, 'f'), 'file');
      },
    );
    expect(tree).toEqual({ f: 'file', g: '2' });
    expect(report.failed[0]?.error.message).toBe('Cannot make the folder f: a file has that name.');
  });

  test('a destination that is a file is refused', async () => {
    const folder = temporaryFolder();
    const archive = await openToy(join(folder, 'a.toy'), sample);
    const error = await catchArchiveError(() => extractArchive(archive, join(folder, 'a.toy')));
    expect(error.code).toBe('SINK_FAILED');
  });
});

describe('bad entries do not stop the others', () => {
  test('damage, missing codecs, keys and lying sizes are reported', async () => {
    const { report, tree } = await extract([
      { path: 'good', content: 'good' },
      { path: 'past-end', content: 'x', lies: { offset: 1e9, length: 10, size: 10 } },
      { path: 'negative', content: 'x', lies: { offset: -5 } },
      { path: 'huge', content: 'x', lies: { length: 2 ** 52, size: 2 ** 52 } },
      { path: 'bomb', content: 'x'.repeat(100_000), codec: 'zlib', lies: { size: 10 } },
      { path: 'liar', content: 'x', codec: 'zlib', lies: { size: 2 ** 40 } },
      { path: 'no-codec', content: 'x', codec: 'toy/missing' },
      { path: 'last', content: 'last' },
    ]);
    expect(tree).toEqual({ good: 'good', last: 'last' });
    expect(report.failed.map(({ path, error }) => [path, error.code])).toEqual([
      ['past-end', 'TRUNCATED'],
      ['negative', 'TRUNCATED'],
      ['huge', expect.stringMatching(/TRUNCATED|LIMIT_EXCEEDED/)],
      ['bomb', 'SIZE_MISMATCH'],
      ['liar', expect.stringMatching(/SIZE_MISMATCH|LIMIT_EXCEEDED/)],
      ['no-codec', 'CODEC_MISSING'],
    ]);
    expect(report.failed[0]?.error.details).toMatchObject({ path: 'past-end', format: 'toy' });
  });

  test('a wrong checksum is a finding; under strict the file is not written', async () => {
    const files: readonly ToyFile[] = [
      { path: 'ok', content: 'ok', checksum: true },
      { path: 'bad', content: 'bad', checksum: 7 },
      { path: 'solid-bad', content: 'sb', solid: true, checksum: 7 },
    ];
    const lenient = await extract(files);
    expect(lenient.tree).toEqual({ bad: 'bad', ok: 'ok', 'solid-bad': 'sb' });
    expect(lenient.report.findings).toMatchObject([
      { severity: 'error', code: 'checksum-mismatch', entry: 1, path: 'bad' },
      { severity: 'error', code: 'checksum-mismatch', entry: 2, path: 'solid-bad' },
    ]);
    const folder = temporaryFolder();
    const archive = await openToy(join(folder, 'a.toy'), files, { strict: true });
    const report = await extractArchive(archive, join(folder, 'out'));
    expect(listTree(join(folder, 'out'))).toEqual({ ok: 'ok' });
    expect(report.failed.map(({ error }) => error.code)).toEqual(['CHECKSUM_MISMATCH', 'CHECKSUM_MISMATCH']);
  });

  test('more than the total limit is refused before anything is written', async () => {
    const folder = temporaryFolder();
    const archive = await openToy(join(folder, 'a.toy'), sample, { limits: { totalSize: 100 } });
    const error = await catchArchiveError(() => extractArchive(archive, join(folder, 'out')));
    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(readdirSync(folder)).toEqual(['a.toy']);
  });

  test('more than the total limit in data whose size no table tells stops the work', async () => {
    const folder = temporaryFolder();
    const files = Array.from(
      { length: 200 },
      (_, i) => ({ path: `f${i}`, content: 'x'.repeat(1000), codec: 'zlib', sizeless: true }) as const,
    );
    const archive = await openToy(join(folder, 'a.toy'), files, { limits: { totalSize: 50_000 } });
    const error = await catchArchiveError(() => extractArchive(archive, join(folder, 'out'), { jobs: 1 }));
    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(Object.keys(listTree(join(folder, 'out'))).length).toBeLessThan(120);
  });
});
