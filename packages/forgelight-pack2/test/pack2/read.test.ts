import { describe, expect, test } from 'vitest';
import { hashName } from '../../src/index.ts';
import { codesOf, errorOf, openBytes, readAll, toBytes, toText } from '../support/archives.ts';
import { buildFrame, buildPack2, byHash, type RawAsset } from '../support/build-pack2.ts';

const text = 'text that shrinks when it is compressed, '.repeat(20);
const sound: readonly RawAsset[] = byHash([
  { name: 'plain.txt', stored: 'plain' },
  { name: 'packed.txt', stored: buildFrame(text), flags: 0x11 },
  { name: 'empty.txt', stored: '' },
]);
const names = ['plain.txt', 'packed.txt', 'empty.txt'];

describe('a sound pack2', () => {
  test('gives its assets under the names of a list', async () => {
    const archive = await openBytes(buildPack2(sound), { names, strict: true });
    expect(archive.format).toBe('forgelight-pack2');
    expect(archive.detection.reason).toContain('PAK');
    expect(await readAll(archive)).toEqual({ 'plain.txt': 'plain', 'packed.txt': text, 'empty.txt': '' });
    expect(archive.findings).toEqual([]);
  });

  test('calls assets without a name by their hash', async () => {
    const archive = await openBytes(buildPack2([{ hash: 0xabcdn, stored: 'x' }]));
    expect(archive.entry(0)).toMatchObject({ path: '0x000000000000ABCD', named: false, hash: 0xabcdn });
    expect(archive.find('0x000000000000abcd.bin')?.index).toBe(0);
  });

  test('tells the size of stored assets, and of compressed ones by their frame', async () => {
    const archive = await openBytes(buildPack2(sound), { names });
    const packed = archive.find('packed.txt');
    expect(archive.find('PLAIN.TXT')?.size).toBe(5);
    expect(archive.find('empty.txt')?.size).toBe(0);
    expect(packed?.size).toBeUndefined();
    expect(await packed?.measure()).toBe(text.length);
  });

  test('is verified by the hash of name and stored bytes, all but the empty asset', async () => {
    const archive = await openBytes(buildPack2(sound));
    expect(await archive.verify()).toMatchObject({ files: 3, checked: 2, failures: [] });
  });

  test('keeps the unknown block and field of its header', async () => {
    const block = Uint8Array.from({ length: 128 }, (_, at) => at);
    const { index } = await openBytes(buildPack2(sound, { block }));
    expect(index.attributes?.block128).toMatch(/^000102.*7d7e7f$/);
    expect(index.attributes?.unknown18).toBe('0x100');
    expect(index.gaps).toBe('free');
  });

  test('may be empty', async () => {
    expect(await openBytes(buildPack2([]), { strict: true })).toHaveLength(0);
  });

  test('may have data behind the map', async () => {
    const bytes = new Uint8Array(0x300);
    bytes.set(buildPack2([{ name: 'a', stored: '', offset: 0x280, length: 2 }], { packLength: 0x300 }));
    bytes.set(toBytes('hi'), 0x280);
    const archive = await openBytes(bytes);
    expect(toText(await archive.entry(0).bytes({ check: false }))).toBe('hi');
    expect(codesOf(archive)).toEqual(['data-unaligned']);
  });

  test('opens from bytes that lie off any word boundary', async () => {
    const shifted = new Uint8Array(4096).subarray(1);
    const bytes = buildPack2(sound);
    shifted.set(bytes);
    const archive = await openBytes(shifted.subarray(0, bytes.length), { names, strict: true });
    expect(await archive.verify()).toMatchObject({ failures: [] });
  });
});

describe('the list of names inside', () => {
  const list = 'raw.txt\r\n\n  {NAMELIST}  \nnot-there.txt';

  test.each([
    ['stored', { name: '{NAMELIST}', stored: list }],
    ['compressed', { name: '{NAMELIST}', stored: buildFrame(list), flags: 0x11 }],
  ])('resolves the others and itself when it is %s', async (_, asset) => {
    const archive = await openBytes(buildPack2(byHash([asset, { name: 'raw.txt', stored: 'r' }])));
    expect([...archive.entries()].map(({ path }) => path).sort()).toEqual(['raw.txt', '{NAMELIST}']);
  });

  test('is a finding when it cannot be read', async () => {
    const asset = { name: '{NAMELIST}', stored: buildFrame(list, 7), flags: 0x11 };
    const archive = await openBytes(buildPack2([asset]));
    expect(codesOf(archive)).toEqual(['name-list-unreadable']);
  });
});

describe('a header that cannot be right', () => {
  const big = 2n ** 53n;

  test.each<readonly [fact: string, bytes: () => Uint8Array, code: string]>([
    ['another magic', () => buildPack2(sound, { magic: 'KAP' }), 'DAMAGED'],
    ['another version', () => buildPack2(sound, { version: 2 }), 'VARIANT_UNSUPPORTED'],
    ['a file shorter than the header', () => buildPack2(sound).subarray(0, 159), 'TRUNCATED'],
    ['a map inside the header', () => buildPack2(sound, { mapOffset: 0x80 }), 'DAMAGED'],
    ['a map outside the file', () => buildPack2(sound, { mapOffset: 0x100000 }), 'TRUNCATED'],
    [
      'a map that begins at the end',
      () => buildPack2(sound, { mapOffset: buildPack2(sound).length }),
      'TRUNCATED',
    ],
    ['a map beyond 2^53', () => buildPack2(sound, { mapOffset: big }), 'DAMAGED'],
    ['a length beyond 2^53', () => buildPack2(sound, { packLength: big }), 'DAMAGED'],
  ])('with %s is an error', async (_, bytes, code) => {
    const error = await errorOf(() => openBytes(bytes(), { format: 'forgelight-pack2' }));
    expect(error.code).toBe(code);
    expect(error.details.offset).toBeTypeOf('number');
  });

  test.each<readonly [fact: string, bytes: () => Uint8Array, code: string]>([
    ['another length than the file', () => buildPack2(sound, { packLength: 0x1000 }), 'length-differs'],
    ['more rows than the file holds', () => buildPack2(sound, { count: 0xffffffff }), 'map-cut-off'],
    ['a file below 0x200 bytes', () => buildPack2([], { mapOffset: 160 }).subarray(0, 160), 'file-too-short'],
  ])('with %s is a finding, and an error under strict', async (_, bytes, code) => {
    expect(codesOf(await openBytes(bytes()))).toContain(code);
    expect((await errorOf(() => openBytes(bytes(), { strict: true }))).code).toBe('DAMAGED');
  });

  test('with another value than 256 at 0x18 is a warning', async () => {
    const archive = await openBytes(buildPack2(sound, { unknown18: 512 }), { strict: true });
    expect(codesOf(archive)).toEqual(['unknown18-differs']);
  });

  test('with a map off the alignment is a warning', async () => {
    const bytes = buildPack2([], { mapOffset: 0x201, packLength: 0x201 });
    const longer = new Uint8Array(0x201);
    longer.set(bytes);
    expect(codesOf(await openBytes(longer, { strict: true }))).toEqual(['map-unaligned']);
  });

  test('with other bytes than zero behind it is a warning', async () => {
    const bytes = buildPack2(sound);
    bytes[0x1f0] = 1;
    expect(codesOf(await openBytes(bytes, { strict: true }))).toEqual(['header-not-zero']);
  });

  test('with more rows than the limit is refused', async () => {
    const error = await errorOf(() => openBytes(buildPack2(sound), { limits: { entries: 2 } }));
    expect(error.code).toBe('LIMIT_EXCEEDED');
    const tight = await errorOf(() => openBytes(buildPack2(sound), { limits: { memory: 64 } }));
    expect(tight.code).toBe('LIMIT_EXCEEDED');
  });

  test('does not let an edit use what lies behind the stated end', async () => {
    const bytes = new Uint8Array(0x1000);
    bytes.set(buildPack2(sound));
    expect((await openBytes(bytes)).index.gaps).toBe('foreign');
  });

  test('keeps the whole rows of a map that is cut off', async () => {
    const bytes = buildPack2(sound);
    const archive = await openBytes(bytes.subarray(0, bytes.length - 40), { names });
    expect(archive).toHaveLength(1);
    expect(codesOf(archive)).toEqual(['length-differs', 'map-cut-off']);
  });
});

describe('rows that cannot be right', () => {
  const good = { name: 'good.txt', stored: 'good' };

  test.each<readonly [fact: string, asset: RawAsset, code: string]>([
    ['data beyond the file', { name: 'a', stored: 'abc', length: 0x10000 }, 'row-beyond-file'],
    ['an offset beyond 2^53', { name: 'a', stored: 'abc', offset: 2 ** 60 }, 'row-beyond-file'],
    ['a length beyond 2^53', { name: 'a', stored: 'abc', length: 2 ** 63 }, 'row-beyond-file'],
    ['data over the map', { name: 'a', stored: 'abc', length: 0x120 }, 'row-overlaps-map'],
    ['data over the header', { name: 'a', stored: 'abc', offset: 0 }, 'row-overlaps-header'],
    ['flags that nobody knows', { name: 'a', stored: 'abc', flags: 0x12 }, 'unknown-flags'],
    ['a frame without a stream', { name: 'a', stored: 'abcdefgh', flags: 0x11 }, 'frame-too-short'],
  ])('with %s are a finding, and an error under strict', async (_, asset, code) => {
    const bytes = buildPack2([good, asset]);
    const archive = await openBytes(bytes, { names: ['good.txt'] });
    expect(codesOf(archive)).toContain(code);
    expect(archive.findings.find((finding) => finding.code === code)).toMatchObject({
      severity: 'error',
      entry: 1,
    });
    expect(toText((await archive.find('good.txt')?.bytes()) ?? new Uint8Array())).toBe('good');
    expect((await errorOf(() => openBytes(bytes, { strict: true }))).code).toBe('DAMAGED');
  });

  test('with data beyond the file cannot be read', async () => {
    const archive = await openBytes(buildPack2([{ name: 'a', stored: 'abc', offset: 2 ** 60 }]));
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe('TRUNCATED');
  });

  test('in a million give one finding of each kind', async () => {
    const assets = Array.from({ length: 500 }, (_, at) => ({
      hash: BigInt(at),
      stored: '',
      offset: 0,
      length: 9,
    }));
    const archive = await openBytes(buildPack2(assets));
    expect(codesOf(archive)).toEqual(['row-overlaps-header']);
    expect(archive.findings[0]?.message).toContain('and 499 more rows');
  });

  test.each<readonly [fact: string, assets: readonly RawAsset[], code: string]>([
    [
      'out of order',
      [
        { hash: 2n, stored: 'a' },
        { hash: 1n, stored: 'b' },
      ],
      'rows-unsorted',
    ],
    [
      'of the same hash',
      [
        { hash: 1n, stored: 'a' },
        { hash: 1n, stored: 'b' },
      ],
      'duplicate-hash',
    ],
    ['off the alignment', [{ hash: 1n, stored: 'ab', offset: 0x201, length: 1 }], 'data-unaligned'],
  ])('%s are a warning only', async (_, assets, code) => {
    const archive = await openBytes(buildPack2(assets), { strict: true });
    expect(codesOf(archive)).toEqual([code]);
    expect(archive.findings[0]?.severity).toBe('warning');
  });

  test('of the same hash let the first win, also far apart', async () => {
    const assets = [3n, 1n, 2n, 3n].map((hash, at) => ({ hash, stored: `asset ${at}` }));
    const archive = await openBytes(buildPack2(assets));
    expect(codesOf(archive)).toEqual(['rows-unsorted', 'duplicate-hash']);
    expect(archive.findings[1]).toMatchObject({ entry: 3 });
    expect(toText((await archive.find('0x0000000000000003')?.bytes()) ?? new Uint8Array())).toBe('asset 0');
  });
});

describe('a wrong data hash', () => {
  const bytes = buildPack2([{ name: 'a.txt', stored: 'content', dataHash: 0 }]);

  test('is a finding, and the asset is given all the same', async () => {
    const archive = await openBytes(bytes);
    expect(toText(await archive.entry(0).bytes())).toBe('content');
    expect(codesOf(archive)).toEqual(['checksum-mismatch']);
  });

  test('fails verification', async () => {
    const { failures } = await (await openBytes(bytes)).verify();
    expect(failures.map(({ error }) => error.code)).toEqual(['CHECKSUM_MISMATCH']);
  });

  test('of an empty asset means nothing', async () => {
    const archive = await openBytes(buildPack2([{ name: 'a', stored: '', dataHash: 77, flags: 0x11 }]), {
      strict: true,
    });
    expect(await archive.verify()).toMatchObject({ failures: [], files: 1, checked: 0 });
  });
});

describe('names from a list that lead elsewhere', () => {
  test.each(['../../evil.txt', '/etc/evil.txt', 'C:\\evil.txt', 'con'])(
    '%s is shown as it is, for extraction to judge',
    async (name) => {
      const archive = await openBytes(buildPack2([{ hash: hashName(name), stored: 'x' }]), { names: [name] });
      expect(archive.entry(0).path).toBe(name);
    },
  );

  test('are not believed when their hash is not there', async () => {
    const archive = await openBytes(buildPack2([{ name: 'good.txt', stored: 'x' }]), {
      names: ['../../evil.txt'],
    });
    expect(archive.entry(0).named).toBe(false);
  });
});
