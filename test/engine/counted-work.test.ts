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
import { extractArchive, FileSource, installNodeNatives, verifyInParallel } from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InflateEngine, inflateEngine } from '../../packages/core/src/wasm/inflate-engine.ts';
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

async function build(plugin: FormatPlugin, name: string, options: Record<string, string>): Promise<void> {
  const entries = Array.from({ length: count }, (_, number) => ({
    path: `folder${number % 10}/file${number}.txt`,
    content: new BytesSource(new TextEncoder().encode(`${number} `.repeat(length).slice(0, length))),
  }));
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options });
  fs.writeFileSync(join(folder, name), sink.bytes());
}

/** Runs work on an archive, with what it did counted. */
async function counted(name: string, work: (archive: Archive) => Promise<unknown>) {
  const counts = { opens: 0, reads: 0, writes: 0, closes: 0, rows: 0, inflated: 0 };
  const written = new Set<ArrayBufferLike>();
  const { openSync, readSync, writeSync, closeSync } = fs;
  const real = { openSync, readSync, writeSync, closeSync };
  fs.openSync = (...words) => {
    counts.opens++;
    return real.openSync(...words);
  };
  fs.readSync = ((...words: Parameters<typeof fs.readSync>) => {
    counts.reads++;
    return real.readSync(...words);
  }) as typeof fs.readSync;
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, ...rest: number[]) => {
    counts.writes++;
    written.add(bytes.buffer);
    return real.writeSync(descriptor, bytes, ...rest);
  }) as typeof fs.writeSync;
  fs.closeSync = (descriptor) => {
    counts.closes++;
    real.closeSync(descriptor);
  };
  const { write } = InflateHandle.prototype;
  InflateHandle.prototype.write = function (this: InflateHandle, flush, input, output, start, end) {
    write.call(this, flush, input, output, start, end);
    counts.inflated += end - start - this.outputLeft;
  };
  const engine: { inflate: InflateEngine['inflate'] } = inflateEngine() ?? expect.fail('there is no engine');
  const { inflate } = engine;
  engine.inflate = (stored, size, task) => {
    counts.inflated += size;
    return inflate(stored, size, task);
  };
  syncBuiltinESMExports();
  const source = FileSource.open(join(folder, name));
  const archive = await openArchive(source, { formats: [quakePak, forgelight].flat(), closeSource: true });
  const { entries } = archive.index;
  const at = entries.at.bind(entries);
  entries.at = (row) => {
    counts.rows++;
    return at(row);
  };
  try {
    counts.opens = counts.reads = 0;
    await work(archive);
  } finally {
    await archive.close();
    InflateHandle.prototype.write = write;
    engine.inflate = inflate;
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
  return { counts, buffers: written.size };
}

describe('extracting with one thread', () => {
  it('reads stored files in long runs, and writes each at once from the buffer they were read into', async () => {
    const { counts, buffers } = await counted('stored.pak', (archive) =>
      extractArchive(archive, join(folder, 'stored'), { jobs: 1 }),
    );
    expect(counts.rows).toBe(count);
    expect(counts.writes).toBe(count);
    // The archive is opened once more by the thread that reads; each target once.
    expect(counts.opens).toBeLessThanOrEqual(count + 2);
    // At most 48 files are taken at once.
    expect(counts.reads).toBeLessThanOrEqual(Math.ceil(count / 48) + 1);
    expect(buffers).toBe(1);
  });

  it('inflates every byte once, into few pieces of memory', async () => {
    const { counts, buffers } = await counted('deflated.pack2', (archive) =>
      extractArchive(archive, join(folder, 'deflated'), { jobs: 1 }),
    );
    expect(counts.rows).toBe(count);
    expect(counts.inflated).toBe(count * length);
    expect(counts.writes).toBe(count);
    // The first megabyte, which zlib inflates, lies in two pieces at most, all others in the engine's own memory.
    expect(buffers).toBeLessThanOrEqual(3);
  });
});

describe('verifying', () => {
  it('makes one row and inflates once for each entry', async () => {
    const { counts } = await counted('deflated.pack2', (archive) => verifyInParallel(archive, { jobs: 1 }));
    expect(counts.rows).toBe(count);
    expect(counts.inflated).toBe(count * length);
  });
});
