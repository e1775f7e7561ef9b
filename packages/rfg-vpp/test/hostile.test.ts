import {
  ArchiveError,
  BytesSource,
  type Finding,
  makeRecipe,
  openArchive,
  type VerifyReport,
} from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins from '../src/index.ts';
import * as dumps from './support/dumps.ts';

interface Outcome {
  /** Code of the error that opening gave. */
  readonly error?: string;
  readonly findings?: readonly string[];
  readonly failures?: readonly string[];
}

async function look(bytes: Uint8Array, strict = false): Promise<Outcome> {
  try {
    const archive = await openArchive(new BytesSource(bytes, 'a.vpp_pc'), { formats: plugins, strict });
    const findings = archive.findings.map(({ code }: Finding) => code);
    const report: VerifyReport = await archive.verify();
    return { findings, failures: report.failures.map(({ error }) => error.code) };
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    return { error: error.code };
  }
}

/** A copy with 32-bit words set. */
function set(bytes: Uint8Array, words: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [offset, value] of Object.entries(words)) view.setUint32(Number(offset), value, true);
  return copy;
}

const raw = dumps.version3Raw;
const compressed = dumps.version3Compressed;
const compacted = dumps.version3Compacted;
const most = 0xffffffff;

describe('tables that lie', () => {
  test.each<[string, Uint8Array, Outcome]>([
    ['a count beyond the directory', set(raw, { 340: 3 }), { error: 'DAMAGED' }],
    ['the largest count', set(raw, { 340: most }), { error: 'DAMAGED' }],
    ['the largest count and directory', set(raw, { 340: 153391689, 348: most }), { error: 'LIMIT_EXCEEDED' }],
    ['a directory beyond the file', set(raw, { 348: 0x10000 }), { error: 'TRUNCATED' }],
    ['names beyond the file', set(raw, { 352: most }), { error: 'TRUNCATED' }],
    [
      'fewer entries than the directory',
      set(raw, { 340: 1 }),
      { findings: ['directory-size'], failures: [] },
    ],
    ['a name outside the names', set(raw, { 2048: 16 }), { findings: ['name-outside'], failures: [] }],
    ['a wrong name hash', set(raw, { 2060: 1 }), { findings: ['name-hash'], failures: [] }],
    [
      'an entry beyond the file',
      set(raw, { 2056: 0x10000 }),
      { findings: ['entry-outside'], failures: ['TRUNCATED'] },
    ],
    [
      'an entry larger than the file',
      set(raw, { 2064: most }),
      { findings: ['entry-outside'], failures: ['TRUNCATED'] },
    ],
    ['another file size', set(raw, { 344: 9000 }), { findings: ['file-size'], failures: [] }],
    [
      'a size that deflate cannot give',
      set(compressed, { 2064: most }),
      { findings: [], failures: ['SIZE_MISMATCH'] },
    ],
    [
      'a size beyond the stream',
      set(compressed, { 2064: 14 }),
      { findings: [], failures: ['SIZE_MISMATCH'] },
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await look(bytes)).toEqual(expected);
  });

  test('a stored entry among compressed ones is read', async () => {
    const bytes = set(compressed, { 2068: most });
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
    expect(archive.entry(0).row.extents).toEqual([{ offset: 0x1800, length: 13 }]);
    expect(archive.entry(1).row.extents).toMatchObject([{ offset: 0x2000, length: 12 }]);
  });

  test('an unterminated last name ends with its block', async () => {
    const archive = await openArchive(new BytesSource(set(raw, { 352: 15 })), { formats: plugins });
    expect(archive.entry(1).path).toBe('b.bin');
    expect(archive.findings).toEqual([]);
  });

  test('names that overlap many times are refused before they are read again and again', async () => {
    const names = 64 * 1024;
    const bytes = new Uint8Array(0x800 + 2048 * 14 + names);
    bytes.set(raw.subarray(0, 0x170));
    bytes.fill(0x61, 0x800 + 2048 * 14);
    expect(await look(set(bytes, { 340: 1024, 348: 1024 * 28, 352: names }))).toEqual({ error: 'DAMAGED' });
  });
});

describe('a solid block that lies', () => {
  test.each<[string, Uint8Array, Outcome]>([
    ['starts that overlap', set(compacted, { 2084: 5 }), { findings: ['starts-inconsistent'], failures: [] }],
    [
      'an entry beyond the block',
      set(compacted, { 2064: 99 }),
      { findings: ['starts-inconsistent', 'data-size'], failures: ['SIZE_MISMATCH'] },
    ],
    [
      'a block that inflates past its size',
      set(compacted, { 356: 30, 2092: 17 }),
      { findings: [], failures: [] },
    ],
    [
      'sizes that do not add up',
      set(compacted, { 2068: 20 }),
      { findings: ['flush-points-unknown'], failures: [] },
    ],
    [
      'a stream beyond the file',
      set(compacted, { 360: 5000, 2068: 4990 }),
      { findings: ['data-truncated'], failures: [] },
    ],
    [
      'a data size that counts padding',
      set(compacted, { 356: 48 }),
      { findings: ['data-size'], failures: [] },
    ],
    [
      'the largest size',
      set(compacted, { 2092: most }),
      { findings: ['data-size'], failures: ['TRUNCATED'] },
    ],
    ['no zlib stream', set(compacted, { 6144: 0 }), { findings: [], failures: ['DAMAGED', 'DAMAGED'] }],
    [
      'a preset dictionary',
      set(compacted, { 6144: 0x48f3f978 }),
      { findings: [], failures: ['DAMAGED', 'DAMAGED'] },
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await look(bytes)).toEqual(expected);
  });

  test('what tools write instead of "not compressed" is accepted', async () => {
    expect(await look(set(raw, { 360: 0x00ffffff }))).toEqual({ findings: [], failures: [] });
  });
});

describe('files that are no packfile, or not all of it', () => {
  test.each<[string, Uint8Array, Outcome]>([
    ['magic alone', raw.slice(0, 8), { error: 'TRUNCATED' }],
    ['half a header', raw.slice(0, 2047), { error: 'TRUNCATED' }],
    ['a header alone', raw.slice(0, 2048), { error: 'TRUNCATED' }],
    ['seven bytes', raw.slice(0, 7), { error: 'FORMAT_UNKNOWN' }],
    [
      'a magic with mangled line ends',
      Uint8Array.of(0xce, 0x0d, ...raw.subarray(1, 4000)),
      { error: 'FORMAT_UNKNOWN' },
    ],
    ['version 1 with too many entries', set(dumps.version1, { 8: 97 }), { error: 'TRUNCATED' }],
    ['version 1 with the largest count', set(dumps.version1, { 8: most }), { error: 'TRUNCATED' }],
    [
      'version 1 with a file beyond its end',
      set(dumps.version1, { 2108: most }),
      { findings: ['entry-outside', 'entry-outside'], failures: ['TRUNCATED', 'TRUNCATED'] },
    ],
    [
      'version 1 without its last byte',
      dumps.version1.slice(0, -1),
      { findings: ['file-size'], failures: [] },
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await look(bytes)).toEqual(expected);
  });

  test('a file that ends before its data opens, and comes back the same', async () => {
    for (const bytes of [raw, compressed, compacted]) {
      const source = new BytesSource(bytes.slice(0, 0x1400), 'a.vpp_pc');
      const archive = await openArchive(source, { formats: plugins });
      expect(archive.length).toBe(2);
      expect((await archive.verify()).failures).toHaveLength(2);
      expect(await makeRecipe(archive)).toMatchObject({ size: 0x1400 });
    }
  });

  test('errors become throws under strict, tolerated oddities do not', async () => {
    expect(await look(set(raw, { 2056: 0x10000 }), true)).toEqual({ error: 'DAMAGED' });
    expect(await look(set(compacted, { 2068: 20 }), true)).toEqual({
      findings: ['flush-points-unknown'],
      failures: [],
    });
  });

  test('another version is refused by number when the format is named', async () => {
    const open = openArchive(new BytesSource(set(raw, { 4: 6 })), { formats: plugins, format: 'rfg-vpp' });
    await expect(open).rejects.toMatchObject({
      code: 'VARIANT_UNSUPPORTED',
      message: expect.stringContaining('version 6'),
    });
  });
});
