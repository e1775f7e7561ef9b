import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Archive,
  type ByteSource,
  createArchive,
  type FormatPlugin,
  MemoryBudget,
  MemoryShare,
  NameList,
  type OpenOptions,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import {
  extractArchive,
  FileSink,
  FileSource,
  installNodeNatives,
  NodeCodecPool,
  scanFiles,
  verifyInParallel,
} from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import rfgVpp from '@packwright/rfg-vpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rememberModule } from '../../packages/node/src/discovery/plugin-modules.ts';

/*
 * Memory is bounded by a number the user can set. Each work is done with a budget of 64 MiB: what it draws never
 * exceeds it, is at least what the work must hold, and is all given back at the end.
 */

const megabyte = 2 ** 20;
const limit = 64 * megabyte;
/** What one thread needs with this budget: a window, a piece, and an entry stored and decoded. */
const threadLength = 10 * megabyte;
const formats = [quakePak, forgelight, rfgVpp].flat();
const pack2 = pluginOf('forgelight-pack2');
const vpp = pluginOf('rfg-vpp');
let folder = '';

beforeAll(() => {
  installNodeNatives();
  folder = fs.mkdtempSync(join(tmpdir(), 'packwright-memory-'));
  const built = new URL('../../packages/forgelight-pack2/dist/index.js', import.meta.url);
  rememberModule(pack2, built.href);
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function pluginOf(id: string): FormatPlugin {
  const plugin = formats.find((candidate) => candidate.id === id);
  if (plugin === undefined) throw new Error(`there is no plugin ${id}`);
  return plugin;
}

/** Opens an archive with a budget, does something with it, and looks at what was drawn. */
async function within<T>(
  name: string,
  work: (archive: Archive, budget: MemoryBudget) => Promise<T>,
  options: Partial<OpenOptions> & { readonly most?: number } = {},
): Promise<{ result: T; budget: MemoryBudget; opened: number }> {
  const budget = new MemoryBudget(options.most ?? limit);
  const source = FileSource.open(join(folder, name));
  const archive = await openArchive(source, { formats, budget, closeSource: true, ...options });
  const opened = budget.used;
  try {
    const result = await work(archive, budget);
    expect(budget.peak).toBeLessThanOrEqual(budget.limit);
    return { result, budget, opened };
  } finally {
    await archive.close();
    expect(budget.used).toBe(0);
  }
}

function contentOf(number: number, length: number): Buffer {
  return Buffer.from(`${number} is the number of this file. `.repeat(Math.ceil(length / 30))).subarray(
    0,
    length,
  );
}

async function build(plugin: FormatPlugin, name: string, entries: WriteEntry[], options = {}): Promise<void> {
  const sink = FileSink.create(join(folder, name));
  await createArchive(plugin, entries, sink, { options });
  sink.close();
}

function entriesOf(count: number, length: number): WriteEntry[] {
  return Array.from({ length: count }, (_, number) => {
    const read = (from: number, size: number): Uint8Array =>
      contentOf(number, length).subarray(from, from + size);
    return { path: `folder${number % 16}/file${number}.txt`, content: { size: length, read } };
  });
}

function hashFile(path: string): string {
  return createHash('sha1').update(fs.readFileSync(path)).digest('hex');
}

describe('extracting 10,000 stored files', () => {
  const count = 10_000;
  const tableLength = count * 64;

  beforeAll(() => build(quakePak, 'stored.pak', entriesOf(count, 300)));

  it.each([1, 2, 4])('with %i threads', async (jobs) => {
    const target = join(folder, `stored-${jobs}`);
    const { result, budget, opened } = await within('stored.pak', (archive) =>
      extractArchive(archive, target, { jobs }),
    );
    expect(result).toMatchObject({ files: count, failed: [] });
    expect(fs.readFileSync(join(target, 'folder7/file4711.txt'))).toEqual(contentOf(4711, 300));
    expect(opened).toBeGreaterThanOrEqual(tableLength);
    expect(budget.peak).toBeGreaterThanOrEqual(tableLength + jobs * threadLength);
  });

  it('with a budget of 4 MiB, which is too small for usual buffers', async () => {
    const target = join(folder, 'stored-tight');
    const { result } = await within('stored.pak', (archive) => extractArchive(archive, target, { jobs: 4 }), {
      most: 4 * megabyte,
    });
    expect(result).toMatchObject({ files: count, failed: [] });
    expect(fs.readFileSync(join(target, 'folder7/file4711.txt'))).toEqual(contentOf(4711, 300));
  });
});

describe('extracting 1 GB of stored files', () => {
  const count = 16;
  const size = 64 * megabyte;

  beforeAll(() => {
    const head = Buffer.alloc(12);
    head.write('PACK');
    head.writeUInt32LE(12 + count * size, 4);
    head.writeUInt32LE(count * 64, 8);
    const table = Buffer.alloc(count * 64);
    for (let row = 0; row < count; row++) {
      table.write(`large${row}.bin`, row * 64);
      table.writeUInt32LE(12 + row * size, row * 64 + 56);
      table.writeUInt32LE(size, row * 64 + 60);
    }
    const file = fs.openSync(join(folder, 'large.pak'), 'w');
    fs.writeSync(file, head, 0, 12, 0);
    fs.writeSync(file, table, 0, table.length, 12 + count * size);
    fs.closeSync(file);
  });

  it('holds a few buffers', async () => {
    let written = 0;
    let longest = 0;
    const { writeSync } = fs;
    // The disk is spared: bytes are counted instead.
    fs.writeSync = ((_: number, __: Uint8Array, ___: number, length: number) => {
      written += length;
      longest = Math.max(longest, length);
      return length;
    }) as typeof fs.writeSync;
    syncBuiltinESMExports();
    try {
      const { result, budget } = await within('large.pak', (archive) =>
        extractArchive(archive, join(folder, 'large'), { jobs: 1 }),
      );
      expect(result).toMatchObject({ files: count, bytes: count * size, failed: [] });
      expect(written).toBe(count * size);
      expect(longest).toBeLessThanOrEqual(4 * megabyte);
      expect(budget.peak).toBeGreaterThanOrEqual(threadLength);
    } finally {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
    }
  });
});

describe('entries of zlib with checksums', () => {
  const count = 3000;
  const length = 6000;

  beforeAll(() => build(pack2, 'deflated.pack2', entriesOf(count, length), { compress: 'always' }));

  it.each([1, 2, 4])('are extracted with %i threads', async (jobs) => {
    const target = join(folder, `deflated-${jobs}`);
    const { result, budget } = await within('deflated.pack2', (archive) =>
      extractArchive(archive, target, { jobs }),
    );
    expect(result).toMatchObject({ files: count, bytes: count * length, failed: [], findings: [] });
    expect(budget.peak).toBeGreaterThanOrEqual(count * 32 + jobs * threadLength);
  });

  it.each([1, 2, 4])('are verified with %i threads', async (jobs) => {
    const { result, budget } = await within('deflated.pack2', (archive) =>
      verifyInParallel(archive, { jobs }),
    );
    expect(result).toMatchObject({ files: count, bytes: count * length, checked: count, failures: [] });
    // One thread needs no plan and no window.
    expect(budget.peak).toBeGreaterThanOrEqual(
      count * 32 + (jobs === 1 ? 8 * megabyte : jobs * threadLength),
    );
  });
});

describe('a solid block of 80 MB', () => {
  const count = 20;
  const size = 4 * megabyte;
  const expected = (number: number): Buffer => {
    const bytes = Buffer.allocUnsafe(size);
    for (let at = 0; at < size; at += 256) bytes.fill(number + (at >> 8), at, at + 256);
    return bytes;
  };

  beforeAll(() => {
    const entries = Array.from({ length: count }, (_, number) => {
      const bytes = expected(number);
      const content: ByteSource = { size, read: (from, length) => bytes.subarray(from, from + length) };
      return { path: `${number}.bin`, content };
    });
    return build(vpp, 'solid.vpp_pc', entries, { layout: 'compacted', level: 1 });
  });

  it('is extracted in order and never held', async () => {
    const target = join(folder, 'solid');
    const { result, budget } = await within('solid.vpp_pc', async (archive) => {
      const report = await extractArchive(archive, target, { jobs: 2 });
      expect(archive.regions[0]?.inflated).toBe(count * size);
      return report;
    });
    expect(result).toMatchObject({ files: count, bytes: count * size, failed: [] });
    expect(fs.readFileSync(join(target, '7.bin')).equals(expected(7))).toBe(true);
    expect(budget.peak).toBeLessThan(count * size);
    // Threads, a cursor, and a checkpoint for each entry but the last.
    expect(budget.peak).toBeGreaterThanOrEqual(2 * threadLength + 2 ** 19 + (count - 2) * 32768);
  });

  it('is verified, and an early entry read again from a restart', async () => {
    await within('solid.vpp_pc', async (archive, budget) => {
      expect(await archive.verify()).toMatchObject({ files: count, failures: [] });
      const before = archive.regions[0]?.inflated ?? 0;
      expect(Buffer.compare(await archive.entry(10).bytes(), expected(10))).toBe(0);
      expect((archive.regions[0]?.inflated ?? 0) - before).toBeLessThanOrEqual(2 * size);
      expect(budget.peak).toBeGreaterThanOrEqual(8 * megabyte + 2 ** 19);
    });
  });
});

describe('a table of 1,000,000 entries', () => {
  const rows = 1_000_000;
  const tableLength = rows * 32;
  const indexLength = 4 * (2 ** 20 + rows);

  beforeAll(() => {
    const mapOffset = 0x300;
    const bytes = Buffer.alloc(mapOffset + tableLength);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    words.set([0x014b4150, rows, bytes.length, 0, mapOffset, 0, 256, 0]);
    for (let row = 0, at = mapOffset / 4; row < rows; row++, at += 8) {
      words.set([Math.imul(row, 0x9e3779b1), row, 0x200, 0, 16, 0, 0x10, 0], at);
    }
    fs.writeFileSync(join(folder, 'million.pack2'), bytes);
  });

  it('is drawn when it is opened, and listed without more', async () => {
    const { budget, opened } = await within('million.pack2', async (archive) => {
      let length = 0;
      for (let number = 0; number < archive.length; number++) length += archive.path(number).length;
      expect(length).toBe(rows * 18);
    });
    expect(opened).toBeGreaterThanOrEqual(tableLength);
    expect(opened).toBeLessThan(tableLength + 4096);
    expect(budget.peak).toBe(opened);
  });

  it('is drawn for again by the index of the first look-up', async () => {
    const { budget, opened } = await within('million.pack2', async (archive) => {
      const { path } = archive.entry(765_432);
      expect(archive.find(path)?.index).toBe(765_432);
    });
    expect(budget.peak).toBeGreaterThanOrEqual(opened + indexLength);
  });

  it('is looked through row by row where there is no memory for an index', async () => {
    const { budget, opened } = await within(
      'million.pack2',
      async (archive) => {
        const { path } = archive.entry(765_432);
        expect(archive.findAll(path).map(({ index }) => index)).toEqual([765_432]);
      },
      { most: 33 * megabyte },
    );
    expect(budget.peak).toBe(opened);
  });

  it('is planned in parts, with one thread, where little memory is left', async () => {
    const { result } = await within(
      'million.pack2',
      (archive) =>
        extractArchive(archive, join(folder, 'never'), {
          jobs: 4,
          dryRun: true,
          filter: ({ index }) => index % 1000 === 0,
        }),
      { most: 33 * megabyte },
    );
    expect(result).toMatchObject({ files: 1000, failed: [] });
  });

  it('is refused with both numbers, before it is read, where it does not fit', async () => {
    const budget = new MemoryBudget(16 * megabyte);
    const source = FileSource.open(join(folder, 'million.pack2'));
    const lengths: number[] = [];
    const watched: ByteSource = {
      size: source.size,
      read: (offset, length) => {
        lengths.push(length);
        return source.read(offset, length);
      },
    };
    const opening = openArchive(watched, { formats, budget, limits: { memory: limit } });
    await expect(opening).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: expect.stringMatching(/32000000.*16777216/),
      details: { help: expect.stringContaining('--memory') },
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(65536);
    expect(budget.used).toBe(0);
    await source.close();
  });

  it('shares the budget with lists of names', async () => {
    const budget = new MemoryBudget(limit);
    const text = Buffer.from(Array.from({ length: 100_000 }, (_, number) => `name${number}.txt\n`).join(''));
    const memory = new MemoryShare(budget);
    memory.take(text.length, 'A list');
    const names = [new NameList(text, memory)];
    const source = FileSource.open(join(folder, 'million.pack2'));
    const archive = await openArchive(source, { formats, budget, names, closeSource: true });
    expect(budget.used).toBeGreaterThanOrEqual(tableLength + text.length + 100_000 * 24);
    await archive.close();
    expect(budget.used).toBe(memory.used);
    for (const list of names) list.close();
    expect(budget.used).toBe(0);
  });
});

describe('creating', () => {
  const count = 400;
  const length = 40_000;

  beforeAll(() => {
    fs.mkdirSync(join(folder, 'files'));
    for (let number = 0; number < count; number++)
      fs.writeFileSync(join(folder, 'files', `${number}.txt`), contentOf(number, length));
    fs.writeFileSync(join(folder, 'files', 'large.txt'), contentOf(count, 12 * megabyte));
  });

  async function create(
    plugin: FormatPlugin,
    name: string,
    jobs: number,
    most: number,
    options: Record<string, string> = {},
  ): Promise<MemoryBudget> {
    const budget = new MemoryBudget(most);
    const { entries } = scanFiles([join(folder, 'files')]);
    const sink = FileSink.create(join(folder, name), { budget });
    const pool = jobs === 1 ? undefined : new NodeCodecPool(plugin, jobs, budget);
    const report = await createArchive(plugin, entries, sink, { budget, pool, options });
    sink.close();
    await pool?.close();
    expect(report.entries).toBe(count + 1);
    expect(budget.peak).toBeLessThanOrEqual(budget.limit);
    expect(budget.used).toBe(0);
    return budget;
  }

  it('a stored archive draws what it gathers', async () => {
    const budget = await create(quakePak, 'created.pak', 1, limit);
    // What the file and the parts gather, and a piece on its way through an encoder.
    expect(budget.peak).toBe(4 * megabyte);
    const { result } = await within('created.pak', (archive) => archive.verify());
    expect(result).toMatchObject({ files: count + 1, failures: [] });
  });

  it('a deflated archive is the same with 1, 2 and 4 threads, and with little memory', async () => {
    await create(pack2, 'created-1.pack2', 1, 512 * megabyte, { compress: 'always' });
    const expected = hashFile(join(folder, 'created-1.pack2'));
    for (const jobs of [1, 2, 4]) {
      const name = `created-${jobs}-of-64.pack2`;
      const budget = await create(pack2, name, jobs, limit, { compress: 'always' });
      expect(hashFile(join(folder, name))).toBe(expected);
      // The largest file and what becomes of it, besides what is gathered and what threads hold.
      expect(budget.peak).toBeGreaterThanOrEqual((4 + 24 + (jobs === 1 ? 0 : 2 * jobs)) * megabyte);
    }
    await create(pack2, 'created-tight.pack2', 4, 16 * megabyte, { compress: 'always' });
    expect(hashFile(join(folder, 'created-tight.pack2'))).toBe(expected);
  });
});
