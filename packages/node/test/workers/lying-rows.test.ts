import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { ArchiveError, type Codec, type FormatPlugin, type IndexEntry, openArchive } from '@packwright/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rememberModule } from '../../src/discovery/plugin-modules.ts';
import { extractArchive } from '../../src/extract/extract-archive.ts';
import { FileSource } from '../../src/files/file-source.ts';
import { verifyInParallel } from '../../src/workers/verify-in-parallel.ts';

/*
 * The short ways of extraction and verification are for rows that nothing is odd about. Whatever a plugin says of a row
 * otherwise, both must come to what core comes to.
 */

const plain = Buffer.from('forty bytes that lie as they are, no more');
const text = Buffer.from('hello hello hello hello');
const small = deflateSync(text);
/** Noise, so that there is enough encoded for many rows to be decoded in one call. */
let state = 1;
const noise = Uint8Array.from({ length: 1_200_000 }, () => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return state >>> 24;
});
const bulk = deflateSync(noise);
const at = { small: bulk.length, plain: bulk.length + small.length };
const zlib = [{ codec: 'zlib' }];
const lying = [{ codec: 'lies/framed' }];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packwright-lies-'));
  writeFileSync(join(folder, 'lies.bin'), Buffer.concat([bulk, small, plain]));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makePlugin(row: Omit<IndexEntry, 'path'>, codecs: readonly Codec[]): FormatPlugin {
  const first: IndexEntry = {
    path: 'bulk',
    extents: [{ offset: 0, length: bulk.length, size: noise.length, steps: zlib }],
  };
  const rows = [first, { path: 'row', ...row }];
  const plugin: FormatPlugin = {
    contract: 1,
    id: 'lies',
    title: 'Lies',
    extensions: ['.bin'],
    signatures: [],
    options: {},
    codecs,
    detect: () => ({ confidence: 100, reason: 'a test' }),
    open: async () => ({
      variant: 'lies',
      structure: [],
      entries: { length: rows.length, at: (number) => rows[number] ?? first },
    }),
  };
  // As if it had been discovered, so that threads could have its codecs: so few files start none.
  rememberModule(plugin, import.meta.url);
  return plugin;
}

/** The code that each way ends with for the second row, or nothing where it is fine. */
async function tryAll(
  row: Omit<IndexEntry, 'path'>,
  { codecs = [], limits = {}, strict = false }: { codecs?: Codec[]; limits?: object; strict?: boolean } = {},
) {
  const source = FileSource.open(join(folder, 'lies.bin'));
  const formats = [makePlugin(row, codecs)];
  const archive = await openArchive(source, { formats, limits, strict, closeSource: true });
  const codeOf = (error: unknown): string => (ArchiveError.is(error) ? error.code : String(error));
  try {
    const read = await archive
      .entry(1)
      .bytes()
      .then(() => undefined, codeOf);
    const out = join(folder, 'out');
    const extracted = await extractArchive(archive, out, { jobs: 1 });
    rmSync(out, { recursive: true });
    const verified = await verifyInParallel(archive, { jobs: 2 });
    return {
      read,
      extracted: extracted.failed.find(({ entry }) => entry === 1)?.error.code,
      verified: verified.failures.find(({ entry }) => entry === 1)?.error.code,
    };
  } finally {
    await archive.close();
  }
}

const asOne = (code: string | undefined) => ({ read: code, extracted: code, verified: code });

describe('rows whose numbers cannot be right', () => {
  it.each<[string, Omit<IndexEntry, 'path'>, string]>([
    ['no size at all', { extents: [{ offset: at.plain, length: 40, size: Number.NaN }] }, 'DAMAGED'],
    ['a size below zero', { extents: [{ offset: at.plain, length: 40, size: -5 }] }, 'DAMAGED'],
    [
      'a size below zero, deflated',
      { extents: [{ offset: at.small, length: small.length, size: -5, steps: zlib }] },
      'DAMAGED',
    ],
    ['half a byte more', { extents: [{ offset: at.plain - 2, length: 40.5 }] }, 'DAMAGED'],
    ['half a byte further on', { extents: [{ offset: at.plain - 1.5, length: 40 }] }, 'TRUNCATED'],
    [
      'half a byte further on, deflated',
      { extents: [{ offset: at.small + 0.5, length: small.length, size: text.length, steps: zlib }] },
      'TRUNCATED',
    ],
    ['an offset that is no number', { extents: [{ offset: Number.NaN, length: 40 }] }, 'TRUNCATED'],
    ['an offset beyond all files', { extents: [{ offset: 2 ** 60, length: 40 }] }, 'TRUNCATED'],
    [
      'another size than it has bytes',
      { extents: [{ offset: at.plain, length: 40, size: 39 }] },
      'SIZE_MISMATCH',
    ],
  ])('%s', async (_, row, code) => {
    expect(await tryAll(row)).toEqual(asOne(code));
  });

  it('a checksum below zero, under strict', async () => {
    const value = crc32(text) | 0;
    expect(value).toBeLessThan(0);
    const row = {
      extents: [{ offset: at.small, length: small.length, size: text.length, steps: zlib }],
      checksum: { algorithm: 'crc32', over: 'content', value },
    } as const;
    expect(await tryAll(row, { strict: true })).toEqual(asOne('CHECKSUM_MISMATCH'));
  });
});

describe('the limit for an entry', () => {
  it.each<[string, Omit<IndexEntry, 'path'>]>([
    ['stored', { extents: [{ offset: at.plain, length: 40 }] }],
    ['stored, with its size', { extents: [{ offset: at.plain, length: 40, size: 40 }] }],
    [
      'stored, with a checksum',
      {
        extents: [{ offset: at.plain, length: 40 }],
        checksum: { algorithm: 'crc32', over: 'stored', value: crc32(plain.subarray(0, 40)) },
      },
    ],
    ['deflated', { extents: [{ offset: at.small, length: small.length, size: text.length, steps: zlib }] }],
  ])('holds for one that is %s', async (_, row) => {
    expect(await tryAll(row, { limits: { entrySize: 20 } })).toEqual(asOne('LIMIT_EXCEEDED'));
    expect(await tryAll(row, { limits: { entrySize: 2 ** 21 } })).toEqual(asOne(undefined));
  });
});

describe('a codec that says a head is what it cannot be', () => {
  const magic = plain.readUInt32BE(0);
  it.each([
    ['its size far behind it', { length: 8, magic, sizeAt: 2_000_000, codec: 'zlib' }],
    ['its size before it', { length: 8, magic, sizeAt: -4, codec: 'zlib' }],
    ['its size across its end', { length: 8, magic, sizeAt: 5, codec: 'zlib' }],
    ['no room for a size', { length: 1, magic, sizeAt: 0, codec: 'zlib' }],
    ['no length', { length: Number.NaN, magic, sizeAt: 0, codec: 'zlib' }],
  ])('%s', async (_, framing) => {
    const codec: Codec = { id: 'lies/framed', framing, decode: (input) => input.slice() };
    const row = { extents: [{ offset: at.plain, length: 40, size: 40, steps: lying }] };
    expect(await tryAll(row, { codecs: [codec] })).toEqual(asOne(undefined));
  });
});
