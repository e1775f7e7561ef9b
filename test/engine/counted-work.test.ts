import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Archive,
  BytesSink,
  BytesSource,
  createArchive,
  type FormatPlugin,
  openArchive,
} from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import {
  CopyingSink,
  extractArchive,
  FileSink,
  FileSource,
  installNodeNatives,
  scanFiles,
  verifyInParallel,
} from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InflateEngine, inflateEngine } from '../../packages/core/src/wasm/inflate-engine.ts';
import {
  type RowEngine,
  returnRowEngine,
  rowField,
  rowNumbers,
  takeRowEngine,
} from '../../packages/core/src/wasm/row-engine.ts';
import { rememberModule } from '../../packages/node/src/discovery/plugin-modules.ts';
import { InflateHandle } from '../../packages/node/src/natives/zlib-handle.ts';

/*
 * Speed without a clock: how often files are opened, read and written, how many rows are made and how many bytes are
 * inflated. These counts are the same on every machine, and each of them once stood for a slow extraction.
 */

const count = 2000;
const length = 1500;
const [pack2] = [forgelight].flat();
let folder = '';

beforeAll(async () => {
  installNodeNatives();
  folder = fs.mkdtempSync(join(tmpdir(), 'packwright-counts-'));
  await build(quakePak, 'stored.pak', {});
  if (pack2 === undefined) throw new Error('there is no pack2 plugin');
  // As if it had been discovered: what can be read by any thread takes the quick way in this one, too.
  rememberModule(pack2, new URL('../../packages/forgelight-pack2/src/index.ts', import.meta.url).href);
  await build(pack2, 'deflated.pack2', { compress: 'always' });
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Sixteen different bytes without a pattern, which deflate to about half. */
function makeContent(seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 28;
  });
}

async function build(plugin: FormatPlugin, name: string, options: Record<string, string>): Promise<void> {
  const entries = Array.from({ length: count }, (_, number) => ({
    path: `folder${number % 10}/file${number}.txt`,
    content: new BytesSource(makeContent(number)),
  }));
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options });
  fs.writeFileSync(join(folder, name), sink.bytes());
}

/** Runs work with the calls of the disk counted. */
async function countCalls(work: (counts: Record<Call, number>) => Promise<unknown>) {
  const counts: Record<Call, number> = {
    openSync: 0,
    readSync: 0,
    writeSync: 0,
    closeSync: 0,
    lstatSync: 0,
    readdirSync: 0,
  };
  const written = new Set<ArrayBufferLike>();
  const real = { ...fs };
  for (const call of calls) {
    const uncounted: (...words: never[]) => unknown = real[call];
    Object.assign(fs, {
      [call]: (...words: never[]) => {
        counts[call]++;
        const [, bytes] = words as unknown[];
        if (call === 'writeSync' && bytes instanceof Uint8Array) written.add(bytes.buffer);
        return uncounted(...words);
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await work(counts);
  } finally {
    for (const call of calls) Object.assign(fs, { [call]: real[call] });
    syncBuiltinESMExports();
  }
  return { counts, buffers: written.size };
}

const calls = ['openSync', 'readSync', 'writeSync', 'closeSync', 'lstatSync', 'readdirSync'] as const;
type Call = (typeof calls)[number];

/** Runs work on an archive, with what it did counted. */
async function counted(name: string, work: (archive: Archive) => Promise<unknown>) {
  let rows = 0;
  let inflated = 0;
  const { write } = InflateHandle.prototype;
  InflateHandle.prototype.write = function (this: InflateHandle, flush, input, output, start, end) {
    write.call(this, flush, input, output, start, end);
    inflated += end - start - this.outputLeft;
  };
  const engine: { inflate: InflateEngine['inflate'] } = inflateEngine() ?? expect.fail('there is no engine');
  const { inflate } = engine;
  const rowEngine: RowEngine = takeRowEngine() ?? expect.fail('there is no engine for rows');
  let rowCalls = 0;
  returnRowEngine({
    ...rowEngine,
    makeFiles: (asked) => {
      rowCalls++;
      const made = rowEngine.makeFiles(asked);
      for (let number = 0; number < made; number++)
        inflated += rowEngine.rows[number * rowNumbers + rowField.size] ?? 0;
      return made;
    },
  });
  engine.inflate = (stored, size, task) => {
    inflated += size;
    return inflate(stored, size, task);
  };
  try {
    const { counts, buffers } = await countCalls(async (counts) => {
      const source = FileSource.open(join(folder, name));
      const archive = await openArchive(source, {
        formats: [quakePak, forgelight].flat(),
        closeSource: true,
      });
      const { entries } = archive.index;
      const at = entries.at.bind(entries);
      entries.at = (row) => {
        rows++;
        return at(row);
      };
      counts.openSync = counts.readSync = 0;
      try {
        await work(archive);
      } finally {
        await archive.close();
      }
    });
    return { counts, buffers, rows, inflated, rowCalls };
  } finally {
    InflateHandle.prototype.write = write;
    engine.inflate = inflate;
    returnRowEngine(rowEngine);
  }
}

describe('extracting with one thread', () => {
  it('reads stored files in long runs, and writes each at once from the buffer they were read into', async () => {
    const { counts, buffers, rows } = await counted('stored.pak', (archive) =>
      extractArchive(archive, join(folder, 'stored'), { jobs: 1 }),
    );
    expect(rows).toBe(count);
    expect(counts.writeSync).toBe(count);
    // The archive is opened once more by the thread that reads; each target once.
    expect(counts.openSync).toBeLessThanOrEqual(count + 2);
    // At most 48 files are taken at once.
    expect(counts.readSync).toBeLessThanOrEqual(Math.ceil(count / 48) + 1);
    expect(buffers).toBe(1);
  });

  it('inflates every byte once, many files in one call, into few pieces of memory', async () => {
    const { counts, buffers, rows, inflated, rowCalls } = await counted('deflated.pack2', (archive) =>
      extractArchive(archive, join(folder, 'deflated'), { jobs: 1 }),
    );
    expect(rows).toBe(count);
    expect(inflated).toBe(count * length);
    expect(counts.writeSync).toBe(count);
    // At most 48 files are taken at once, and they lie in the engine's own memory.
    expect(rowCalls).toBeGreaterThan(0);
    expect(rowCalls).toBeLessThanOrEqual(Math.ceil(count / 48) + 1);
    expect(buffers).toBe(1);
  });
});

describe('extracting into a folder that is there', () => {
  it('inflates no more than into a new one, and nothing for files that stay', async () => {
    const again = (overwrite: 'never' | 'always') =>
      counted('deflated.pack2', (archive) =>
        extractArchive(archive, join(folder, 'there'), { jobs: 1, overwrite }),
      );
    fs.mkdirSync(join(folder, 'there'));
    const first = await again('never');
    expect([first.inflated, first.counts.writeSync]).toEqual([count * length, count]);
    expect(first.rowCalls).toBeGreaterThan(0);
    const second = await again('never');
    expect([second.inflated, second.counts.writeSync]).toEqual([0, 0]);
    const third = await again('always');
    expect([third.inflated, third.counts.writeSync]).toEqual([count * length, count]);
  });
});

describe('verifying', () => {
  it('makes one row and inflates once for each entry', async () => {
    const { rows, inflated } = await counted('deflated.pack2', (archive) =>
      verifyInParallel(archive, { jobs: 1 }),
    );
    expect(rows).toBe(count);
    expect(inflated).toBe(count * length);
  });
});

describe('creating with one thread', () => {
  it('asks for each file once, opens and reads it once, and writes many with one call from one buffer', async () => {
    const source = join(folder, 'source');
    for (let number = 0; number < count; number++) {
      const inside = join(source, `folder${number % 10}`);
      if (number < 10) fs.mkdirSync(inside, { recursive: true });
      fs.writeFileSync(join(inside, `file${number}`), `${number} `.repeat(length).slice(0, length));
    }
    const out = join(folder, 'created.pak');
    let parts = 0;
    let told = 0;
    const { writer } = quakePak;
    if (writer === undefined) throw new Error('there is no writer');
    const plugin: FormatPlugin = {
      ...quakePak,
      writer: {
        ...writer,
        write: async function* (entries, context) {
          for await (const part of writer.write(entries, context)) {
            parts++;
            yield part;
          }
        },
      },
    };
    const { counts, buffers } = await countCalls(async () => {
      const sink = FileSink.create(out);
      const copying = new CopyingSink(sink, 1);
      await createArchive(plugin, scanFiles([source]).entries, copying, { progress: () => void told++ });
      sink.close();
      await copying.close();
    });
    expect(counts.readdirSync).toBe(11);
    expect(counts.lstatSync).toBe(count + 11);
    expect(counts.readSync).toBe(count);
    // Besides the files, the new archive itself and its folder, whose new name is brought to the disk.
    expect(counts.openSync).toBeLessThanOrEqual(count + 2);
    expect(counts.closeSync).toBe(counts.openSync);
    // At most 128 files go out at once; the header and the table come besides.
    expect(counts.writeSync).toBeLessThanOrEqual(Math.ceil(count / 128) + 2);
    expect(buffers).toBeLessThanOrEqual(3);
    // Header, files, table.
    expect(parts).toBe(3);
    expect(told).toBeLessThanOrEqual(Math.ceil((count * length) / 2 ** 18));
    expect(fs.statSync(out).size).toBe(12 + count * (length + 64));
  });
});
