import { ArchiveError, BytesSource, openArchive } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { buildPak, latin1, quakeRows, type RawPak } from './support/build-pak.ts';
import { codes, openPak, refusal } from './support/open-pak.ts';
import { storedZlib } from './support/stored-zlib.ts';

const one = { data: latin1('x'), rows: [{ name: 'a', offset: 12, size: 1 }] };
const daikatana = { rowBytes: 72 };

describe('what is refused in any mode', () => {
  it.each([
    ['an empty file', new Uint8Array(0), 'TRUNCATED', 'Found a file of 0 bytes, expected a header of 12.'],
    [
      'a header that is cut',
      latin1('PACK1234567'),
      'TRUNCATED',
      'Found a file of 11 bytes, expected a header of 12.',
    ],
    ['an Anachronox header that is cut', latin1('ADAT12345678901'), 'TRUNCATED', 'Found a file of 15 bytes'],
    ['a ZIP', latin1(`PK\x03\x04${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'a ZIP archive'],
    ['a pack2', latin1(`PAK\x01${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'a ForgeLight pack2 archive'],
    ['a Doom WAD', latin1(`IWAD${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'a Doom WAD archive (IWAD)'],
    ['a Quake WAD', latin1(`WAD2${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'a Quake WAD archive (WAD2)'],
    ['a Larian package', latin1(`LSPK${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'a Larian package'],
    ['an Enfusion archive', latin1(`FORM\0\0\0\x08PAC1${'\0'.repeat(9)}`), 'FORMAT_UNKNOWN', 'Enfusion'],
    ['a Chromium archive', latin1(`\x05\0\0\0${'\0'.repeat(30)}`), 'FORMAT_UNKNOWN', 'Chromium'],
    [
      'something else',
      latin1(`HELLO${'\0'.repeat(30)}`),
      'FORMAT_UNKNOWN',
      'begins with 48 45 4c 4c ("HELL")',
    ],
    ['a directory that is cut off whole', buildPak({ ...one }).subarray(0, 13), 'TRUNCATED', 'starts at 13'],
    ['576 bytes that no layout fits', noRows(), 'DAMAGED', 'has no row that makes sense'],
  ])('%s', async (_what, bytes, code, message) => {
    const error = await refusal(bytes);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it('a variant that the magic excludes', async () => {
    const error = await refusal(buildPak(one), { variant: 'sin' });
    expect(error.code).toBe('OPTION_INVALID');
    expect(error.message).toContain('"SPAK"');
  });

  it('a directory above the memory limit', async () => {
    const bytes = buildPak(
      quakeRows([
        ['a', '1'],
        ['b', '2'],
      ]),
    );
    const opening = openArchive(new BytesSource(bytes), { formats: [plugin], limits: { memory: 127 } });
    await expect(opening).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: 'The directory has 128 bytes, the memory limit is 127.',
    });
  });
});

/** Each row: what is wrong, the archive, the finding that lenient reading reports. Strict reading must refuse it. */
const faults: readonly (readonly [string, RawPak, string])[] = [
  ['a directory that starts in the header', { ...one, dirOffset: 8 }, 'directory-over-header'],
  ['a directory beyond the file', { ...one, dirLength: 128 }, 'directory-beyond-file'],
  ['an empty directory beyond the file', { dirOffset: 13, dirLength: 0 }, 'directory-beyond-file'],
  ['a negative directory length', { ...one, dirLength: 0xffff_ffff }, 'directory-beyond-file'],
  ['a directory of 65 bytes', { ...one, dirLength: 65, trailing: latin1('?') }, 'directory-length'],
  ['a directory of 63 bytes', { ...one, dirLength: 63 }, 'directory-length'],
  ['a row beyond the file', { ...one, rows: [{ name: 'a', offset: 12, size: 66 }] }, 'row-beyond-file'],
  [
    'a row whose end wraps',
    { ...one, rows: [{ name: 'a', offset: 0xffff_ffff, size: 2 }] },
    'row-beyond-file',
  ],
  ['a row in the header', { ...one, rows: [{ name: 'a', offset: 11, size: 1 }] }, 'row-over-header'],
  ['a row in the directory', { ...one, rows: [{ name: 'a', offset: 12, size: 2 }] }, 'row-over-directory'],
  [
    'a row around the directory',
    { ...one, rows: [{ name: 'a', offset: 12, size: 65 }] },
    'row-over-directory',
  ],
  ['an empty name', { ...one, rows: [{ name: '', offset: 12, size: 1 }] }, 'empty-name'],
  [
    'a size that the stored bytes cannot give',
    { ...daikatana, data: latin1('\xff'), rows: [{ name: 'a', offset: 12, size: 66, packed: 1, last: 1 }] },
    'impossible-size',
  ],
  [
    'an unknown version of Anachronox',
    { magic: 'ADAT', nameBytes: 128, rowBytes: 144, version: 8 },
    'unknown-version',
  ],
];

describe.each(faults)('%s', (_what, pak, code) => {
  it('is a finding', async () => {
    const archive = await openPak(buildPak(pak));
    expect(codes(archive)).toContain(code);
    const finding = archive.findings.find((one) => one.code === code);
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toMatch(/\d|name/);
  });

  it('is refused under strict', async () => {
    const error = await refusal(buildPak(pak), {}, true);
    expect(error.code).toBe('DAMAGED');
  });
});

describe('lenient reading', () => {
  it('keeps the rows that are whole when the directory is cut', async () => {
    const three = buildPak(
      quakeRows([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ]),
    );
    const archive = await openPak(three.subarray(0, three.length - 1));
    expect([...archive.entries()].map(({ path }) => path)).toEqual(['a', 'b']);
    expect(archive.index.structure[1]).toEqual({ name: 'directory', offset: 15, length: 128 });
  });

  it('goes by the declared length when a Daikatana directory is cut', async () => {
    const rows = ['a', 'b', 'c'].map((name) => ({ name, offset: 12, size: 1, packed: 1 }));
    const bytes = buildPak({ ...daikatana, data: latin1('x'), rows });
    const archive = await openPak(bytes.subarray(0, bytes.length - 80));
    expect([archive.variant, archive.length]).toEqual(['daikatana', 1]);
  });

  it('rounds down, and tests for Daikatana before it takes the rows for Quake', async () => {
    const rows = ['a', 'b', 'c'].map((name) => ({ name, offset: 12, size: 1, packed: 1 }));
    const daikatanaRows = buildPak({
      ...daikatana,
      data: latin1('x'),
      rows,
      dirLength: 217,
      trailing: latin1('?'),
    });
    expect((await openPak(daikatanaRows)).variant).toBe('daikatana');
    const quake = buildPak({ ...one, dirLength: 65, trailing: latin1('?') });
    expect((await openPak(quake)).variant).toBe('quake');
  });

  it('fails only when the bad row is read', async () => {
    const rows = [
      { name: 'good', offset: 12, size: 1 },
      { name: 'bad', offset: 12, size: 5000 },
    ];
    const archive = await openPak(buildPak({ data: latin1('x'), rows }));
    expect(await archive.entry(0).bytes()).toEqual(latin1('x'));
    await expect(archive.entry(1).bytes()).rejects.toSatisfy(
      (error) => ArchiveError.is(error) && error.code === 'TRUNCATED',
    );
  });

  it('tells eight findings of a kind and counts the rest', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, offset: 5, size: 2 }));
    const archive = await openPak(buildPak({ rows }));
    expect(archive.findings).toHaveLength(9);
    expect(archive.findings[8]?.message).toBe(
      'Found 992 more entries with the finding row-over-header, 1000 in all.',
    );
  });
});

describe('what is sound although it looks odd', () => {
  it.each([
    ['a directory of no rows at offset 0', { dirOffset: 0 }, []],
    [
      'an empty file whose offset is anything',
      { rows: [{ name: 'e', offset: 0xffff_ffff, size: 0 }] },
      ['e'],
    ],
    ['an empty file in the header', { rows: [{ name: 'e', offset: 0, size: 0 }] }, ['e']],
    ['bytes behind the directory', { ...one, trailing: latin1('more') }, ['a']],
    ['garbage behind the name', { ...one, rows: [{ name: 'a', offset: 12, size: 1, garbage: 0x41 }] }, ['a']],
    ['a backslash and a leading ./', { rows: [{ name: './a\\b', offset: 12, size: 0 }] }, ['./a\\b']],
    ['letters of Latin-1', { rows: [{ name: 'b\xe4r', offset: 12, size: 0 }] }, ['b\xe4r']],
    ['names that would escape a folder', { rows: [{ name: '../../x', offset: 12, size: 0 }] }, ['../../x']],
  ])('%s', async (_what, pak: RawPak, paths) => {
    const archive = await openPak(buildPak(pak), {}, true);
    expect([...archive.entries()].map(({ path }) => path)).toEqual(paths);
    expect(archive.findings).toEqual([]);
  });

  it('reads a name that fills its field, with a warning', async () => {
    const name = 'x'.repeat(56);
    const archive = await openPak(buildPak({ ...one, rows: [{ name, offset: 12, size: 1 }] }), {}, true);
    expect(archive.path(0)).toBe(name);
    expect(archive.findings).toMatchObject([{ code: 'name-unterminated', severity: 'warning', entry: 0 }]);
  });

  it('finds the first of two entries of one name', async () => {
    const archive = await openPak(
      buildPak(
        quakeRows([
          ['a', '1'],
          ['a', '2'],
        ]),
      ),
    );
    expect(await archive.find('a')?.bytes()).toEqual(latin1('1'));
    expect(archive.findAll('a')).toHaveLength(2);
  });

  it('gives the bytes behind a name as an attribute', async () => {
    const rows = [{ name: 'a', offset: 12, size: 1, garbage: 0x7a }];
    const archive = await openPak(buildPak({ ...one, rows }));
    expect(archive.entry(0).row.attributes).toEqual({ nameTail: `00${'7a'.repeat(54)}` });
  });
});

describe('Daikatana rows', () => {
  const stream = latin1('\x00A\xff');

  it.each([
    ['packed length as the original packer writes it', 1],
    ['packed length 0', 0],
    ['packed length of any value', 77],
  ])('stored, with %s', async (_what, packed) => {
    const rows = [{ name: 'a', offset: 12, size: 1, packed, last: 0 }];
    const archive = await openPak(buildPak({ ...daikatana, data: latin1('x'), rows }), {}, true);
    expect(await archive.entry(0).bytes()).toEqual(latin1('x'));
    expect(archive.entry(0).storedSize).toBe(1);
  });

  it.each([1, 2, 0xffff_ffff])('packed, with the method %i', async (last) => {
    const rows = [{ name: 'a', offset: 12, size: 1, packed: 3, last }];
    const archive = await openPak(buildPak({ ...daikatana, data: stream, rows }), {}, true);
    expect(await archive.entry(0).bytes()).toEqual(latin1('A'));
  });

  it('checks the place of a packed file by its packed length', async () => {
    const rows = [{ name: 'a', offset: 12, size: 1, packed: 5000, last: 1 }];
    expect(codes(await openPak(buildPak({ ...daikatana, data: stream, rows })))).toEqual(['row-beyond-file']);
  });
});

describe('Anachronox', () => {
  const anachronox = { magic: 'ADAT', nameBytes: 128, rowBytes: 144 };

  it('inflates every entry and keeps the word that is not understood', async () => {
    const data = storedZlib(latin1('hello'));
    const rows = [{ name: 'a', offset: 16, size: 5, packed: data.length, last: 3 }];
    const archive = await openPak(buildPak({ ...anachronox, data, rows }), {}, true);
    expect(await archive.entry(0).bytes()).toEqual(latin1('hello'));
    expect(archive.entry(0).row.attributes).toEqual({ unknown8c: 3 });
  });

  it.each([4, 6])('refuses a stream of another size than declared (%i)', async (size) => {
    const data = storedZlib(latin1('hello'));
    const rows = [{ name: 'a', offset: 16, size, packed: data.length }];
    const archive = await openPak(buildPak({ ...anachronox, data, rows }));
    await expect(archive.entry(0).bytes()).rejects.toSatisfy(
      (error) => ArchiveError.is(error) && error.code === 'SIZE_MISMATCH',
    );
  });
});

describe('the cap on rows', () => {
  const three = buildPak(
    quakeRows([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]),
  );

  it('refuses more under strict', async () => {
    const error = await refusal(three, { maxEntries: 2 }, true);
    expect([error.code, error.message]).toEqual([
      'LIMIT_EXCEEDED',
      'The directory has 3 rows, the limit is 2.',
    ]);
  });

  it('is a million under strict by default, and only the general limit otherwise', async () => {
    const bytes = new Uint8Array(12 + 1_000_001 * 64).fill(0x61);
    bytes.set(buildPak({ dirOffset: 12, dirLength: 1_000_001 * 64 }));
    const view = new DataView(bytes.buffer);
    for (let at = 12; at < bytes.length; at += 64) view.setUint32(at + 60, 0, true);
    expect((await refusal(bytes, {}, true)).code).toBe('LIMIT_EXCEEDED');
    const before = process.cpuUsage();
    const archive = await openPak(bytes);
    const { user, system } = process.cpuUsage(before);
    expect(archive.length).toBe(1_000_001);
    // Microseconds of work, generous for a slow machine; rows made through objects take several times as long.
    expect(user + system).toBeLessThan(3_000_000);
  });

  it('costs no more for a directory without a single zero, where each name fills its field', async () => {
    const rows = 100_000;
    const bytes = new Uint8Array(12 + rows * 64).fill(0x61);
    bytes.set(buildPak({ dirOffset: 12, dirLength: rows * 64 }));
    const archive = await openPak(bytes);
    const before = process.cpuUsage();
    for (let row = 0; row < rows; row++) expect(archive.path(row).length === 56).toBe(true);
    const { user, system } = process.cpuUsage(before);
    // A search for the end of a name that goes on behind its field takes more than a minute.
    expect(user + system).toBeLessThan(3_000_000);
  });
});

/** Nine rows of control characters with offsets far outside. */
function noRows(): Uint8Array {
  return buildPak({
    rows: Array.from({ length: 9 }, () => ({ name: '\x01', offset: 1 << 30, size: 5, garbage: 1 })),
  });
}
