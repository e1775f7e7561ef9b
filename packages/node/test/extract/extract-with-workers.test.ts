import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Archive, openArchive } from '@packwright/core';
import { expect, test } from 'vitest';
import { loadPlugin } from '../../src/discovery/load-plugin.ts';
import { extractArchive } from '../../src/extract/extract-archive.ts';
import { FileSource } from '../../src/files/file-source.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { writeTree } from '../support/fake-package.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildToy, openToy, type ToyFile } from '../support/toy-format.ts';

/** Many small files of every kind. */
function manyFiles(count: number): ToyFile[] {
  return Array.from({ length: count }, (_, number) => {
    const path = `d${number % 7}/s${number % 3}/f${number}`;
    const content = `content ${number} `.repeat(number % 40);
    if (number % 5 === 1) return { path, content, codec: 'zlib', checksum: true };
    if (number % 5 === 2) return { path, content, codec: 'zlib', sizeless: true };
    if (number % 5 === 3) return { path, content, literal: 'head ', checksum: true };
    return number % 50 === 0 ? { path, content, solid: true } : { path, content };
  });
}

const expectedTree = (files: readonly ToyFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, content, literal }) => [path, `${literal ?? ''}${content}`]));

const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(listTree(folder)).filter(([path]) => !path.endsWith('/')));

/** Opens an archive with a plugin that is a module on the disk, so that a thread can import its codec. */
async function openWithPlugin(folder: string, files: readonly ToyFile[], decode: string): Promise<Archive> {
  writeFileSync(join(folder, 'a.toy'), buildToy(files));
  const format = fileURLToPath(new URL('../support/toy-plugin.mjs', import.meta.url));
  const module = join(folder, 'plugin.mjs');
  writeTree(
    module,
    `import make from ${JSON.stringify(pathToFileURL(format).href)};\nexport default make(${decode});\n`,
  );
  const formats = await loadPlugin(module, import.meta.url);
  return openArchive(FileSource.open(join(folder, 'a.toy')), { formats });
}

describeWithWorkers('extraction with worker threads', () => {
  test.each([2, 4])(
    '%d threads write what one writes, into a new folder and into an old one',
    async (jobs) => {
      const files = manyFiles(1500);
      const folder = temporaryFolder();
      const archive = await openToy(join(folder, 'a.toy'), files);
      const out = join(folder, 'out');
      const report = await extractArchive(archive, out, { jobs });
      expect(report).toMatchObject({ files: 1500, failed: [], skipped: 0, findings: [] });
      expect(filesOf(out)).toEqual(expectedTree(files));
      const again = await extractArchive(archive, out, { jobs, overwrite: 'always' });
      expect(again).toMatchObject({ files: 1500, directories: 0, bytes: report.bytes });
      expect(filesOf(out)).toEqual(expectedTree(files));
      expect(await extractArchive(archive, out, { jobs })).toMatchObject({ files: 0, skipped: 1500 });
      expect(await extractArchive(archive, out, { jobs, resume: true })).toMatchObject({
        files: 0,
        skipped: 1500,
      });
      await archive.close();
      expect(archive.reading.budget.used).toBe(0);
      await archive.source.close?.();
    },
  );

  test('failures and findings have the numbers and paths of the archive', async () => {
    const files = manyFiles(600).map((file, number): ToyFile => {
      if (number % 100 === 7) return { path: `bad/${number}`, content: 'x', lies: { offset: 2 ** 40 } };
      return number % 100 === 8 ? { path: `sum/${number}`, content: 'x', checksum: 1 } : file;
    });
    const folder = temporaryFolder();
    const archive = await openToy(join(folder, 'a.toy'), files);
    const report = await extractArchive(archive, join(folder, 'out'), { jobs: 3 });
    expect(report.files).toBe(594);
    expect(
      report.failed.map(({ entry, path, error }) => [entry, path, error.code, error.details.path]),
    ).toEqual(
      [7, 107, 207, 307, 407, 507].map((number) => [number, `bad/${number}`, 'TRUNCATED', `bad/${number}`]),
    );
    expect(report.findings.map(({ entry, path, code }) => [entry, path, code])).toEqual(
      [8, 108, 208, 308, 408, 508].map((number) => [number, `sum/${number}`, 'checksum-mismatch']),
    );
    await archive.source.close?.();
  });

  test('a plugin’s codec works in the threads', async () => {
    const files = Array.from(
      { length: 400 },
      (_, number): ToyFile => ({ path: `f${number}`, content: `text ${number}`, codec: 'toy/xor' }),
    );
    const folder = temporaryFolder();
    const archive = await openWithPlugin(folder, files, '(input) => input.map((byte) => byte ^ 0x55)');
    const report = await extractArchive(archive, join(folder, 'out'), { jobs: 2 });
    expect(report.failed).toEqual([]);
    expect(filesOf(join(folder, 'out'))).toEqual(expectedTree(files));
    await archive.source.close?.();
  });

  test('a codec that asks for a key there is tried again here', async () => {
    const files = Array.from(
      { length: 300 },
      (_, number): ToyFile => ({ path: `f${number}`, content: `text ${number}`, codec: 'toy/xor' }),
    );
    const folder = temporaryFolder();
    const module = `async (input, step, size, context) => {
      const key = await context.keys.get('toy/key');
      if (key === undefined) throw Object.assign(new Error('no key'), { tag: 'packwright.ArchiveError', code: 'KEY_MISSING', details: {}, with() { return this; } });
      return input.map((byte) => byte ^ key[0]);
    }`;
    const opened = await openWithPlugin(folder, files, module);
    const archive = await openArchive(opened.source, {
      formats: [opened.plugin],
      keys: { get: () => Uint8Array.of(0x55) },
    });
    const report = await extractArchive(archive, join(folder, 'out'), { jobs: 2 });
    expect(report.failed).toEqual([]);
    expect(filesOf(join(folder, 'out'))).toEqual(expectedTree(files));
    await archive.source.close?.();
  });

  test.each([true, false])('an abort leaves whole files only (new folder: %s)', async (isNew) => {
    const files = manyFiles(3000);
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    if (!isNew) mkdirSync(out);
    const archive = await openToy(join(folder, 'a.toy'), files);
    const controller = new AbortController();
    const reason = new Error('enough');
    const filter = ({ index }: { index: number }): boolean => {
      if (index === 2999) setTimeout(() => controller.abort(reason), 20);
      return true;
    };
    await expect(extractArchive(archive, out, { jobs: 2, filter, signal: controller.signal })).rejects.toBe(
      reason,
    );
    const written = existsSync(out) ? filesOf(out) : {};
    const all = expectedTree(files);
    for (const [path, content] of Object.entries(written)) expect(content).toBe(all[path]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const rest = await extractArchive(archive, out, { jobs: 2, resume: true });
    expect(rest.files + rest.skipped).toBe(3000);
    expect(filesOf(out)).toEqual(all);
    await archive.close();
    expect(archive.reading.budget.used).toBe(0);
    await archive.source.close?.();
  });

  test('large entries are written in pieces', async () => {
    const large = Buffer.alloc(3_000_000, 'large content ').toString('latin1');
    const files: ToyFile[] = [
      { path: 'stored', content: large, checksum: true },
      { path: 'packed', content: large, codec: 'zlib', checksum: true },
      { path: 'solid', content: large, solid: true, checksum: true },
      ...manyFiles(300),
    ];
    const folder = temporaryFolder();
    const archive = await openToy(join(folder, 'a.toy'), files, { limits: { memory: 16 * 2 ** 20 } });
    const report = await extractArchive(archive, join(folder, 'out'), { jobs: 2 });
    expect(report.failed).toEqual([]);
    expect(filesOf(join(folder, 'out'))).toEqual(expectedTree(files));
    expect(archive.reading.budget.peak).toBeLessThanOrEqual(16 * 2 ** 20);
    await archive.source.close?.();
  });
});
