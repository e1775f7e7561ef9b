import { deflateRawSync } from 'node:zlib';
import type { Codec } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { joaat } from '../src/joaat.ts';
import { keyIds } from '../src/keys/index.ts';
import { keysOf, makeKeys } from './ciphers/made-up-keys.ts';
import { buildRpf8, type FlatDraft } from './support/build-rpf8.ts';
import { sha1 } from './support/digest.ts';
import { bytesOf, openBytes, readAll } from './support/make-archive.ts';

const hello: FlatDraft = { hash: joaat(bytesOf('hello.txt')), body: bytesOf('hello') };
const text = 'one file of many '.repeat(40);

describe('RPF8', () => {
  it('is read as the specification prints it', async () => {
    const bytes = await buildRpf8([hello], { names: 'hello.txt\0' });
    expect([bytes.length, sha1(bytes)]).toEqual([330, '8ad803adc16246a608365f385b97f3f5a65ba9dc']);
    const archive = await openBytes(bytes, { strict: true });
    expect(archive.variant).toBe('RPF8 little-endian');
    expect(archive.index.attributes).toMatchObject({ platform: 'Windows' });
    expect(await readAll(archive)).toEqual({ 'hello.txt': 'hello' });
  });

  it('tells files of one name apart by their extensions', async () => {
    const stem = joaat(bytesOf('data/tree'));
    const bytes = await buildRpf8([
      { hash: stem, body: bytesOf('drawable'), extension: 2 },
      { hash: stem, body: bytesOf('textures'), extension: 5 },
    ]);
    const unnamed = await openBytes(bytes);
    const hash = `0x${stem.toString(16).toUpperCase().padStart(8, '0')}`;
    expect(await readAll(unnamed)).toEqual({ [`${hash}.ydr`]: 'drawable', [`${hash}.ytd`]: 'textures' });
    expect(unnamed.entry(0).hash).toBe(BigInt(stem));
    const named = await openBytes(bytes, { list: ['data/tree.ytd', 'data/tree.ydr', 'data/tree.ybn'] });
    expect(await readAll(named)).toEqual({ 'data/tree.ydr': 'drawable', 'data/tree.ytd': 'textures' });
    expect(named.find('data/tree.ytd')?.index).toBe(1);
    expect(unnamed.find('data/tree.ytd')?.index, 'even without a list').toBe(1);
  });

  it('inflates, and leaves the padding out', async () => {
    const bytes = await buildRpf8([
      { hash: 1, body: deflateRawSync(text), size: text.length, compressor: 1 },
    ]);
    expect(Object.values(await readAll(await openBytes(bytes)))).toEqual([text]);
  });

  it('leaves out the signature at the end of a protected file', async () => {
    const bytes = await buildRpf8([{ hash: 1, body: bytesOf(text), isProtected: true }]);
    const archive = await openBytes(bytes);
    expect(archive.entry(0).row.attributes).toEqual({ signed: true });
    expect(Object.values(await readAll(archive))).toEqual([text]);
  });

  it('exports a resource with a plain header', async () => {
    const image = new Uint8Array(12288).fill(8);
    const body = deflateRawSync(image);
    const bytes = await buildRpf8([{ hash: 1, body, size: [0x2002, 0x1002], extension: 2, compressor: 1 }]);
    const entry = (await openBytes(bytes)).entry(0);
    expect(entry.row.attributes).toEqual({ resource: 0x22, virtualSize: 8192, physicalSize: 4096 });
    expect((await entry.bytes()).length).toBe(16 + 12288);
    expect(await entry.body()).toEqual(image);
  });

  it('lists what Oodle compressed, and names the codec that is missing', async () => {
    const bytes = await buildRpf8([{ hash: 1, body: bytesOf('packed'), size: 99, compressor: 2 }]);
    const archive = await openBytes(bytes, { strict: true });
    expect(archive.entry(0).size).toBe(99);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({
      code: 'CODEC_MISSING',
      message: expect.stringContaining('rage-rpf/oodle'),
    });
    const oodle: Codec = {
      id: 'rage-rpf/oodle',
      decode: (_input, _step, size = 0) => new Uint8Array(size).fill(7),
    };
    const plugged = await openBytes(bytes, { codecs: [oodle] });
    expect(await plugged.entry(0).bytes()).toEqual(new Uint8Array(99).fill(7));
  });
});

describe('an encrypted RPF8', () => {
  const keys = makeKeys();
  const make = (): Promise<Uint8Array> =>
    buildRpf8(
      [
        { ...hello, key: 9, config: 1 },
        { ...hello, hash: hello.hash + 1 },
        { hash: 0xfffffff0, body: bytesOf(text), key: 0xc5 },
      ],
      {
        tableKey: 0xc0,
        keys,
        names: 'unreadable',
      },
    );

  it('is read under its keys', async () => {
    const archive = await openBytes(await make(), { keys, strict: true, list: ['hello.txt'] });
    expect(archive.variant).toBe('RPF8 little-endian TFIT2');
    expect(Object.values(await readAll(archive))).toEqual(['hello', 'hello', text]);
    expect(archive.path(0)).toBe('hello.txt');
  });

  it('asks for its keys by name', async () => {
    await expect(openBytes(await make())).rejects.toMatchObject({
      code: 'KEY_MISSING',
      message: expect.stringContaining(keyIds.rdr2Keys),
    });
  });

  it('is refused under wrong keys', async () => {
    await expect(openBytes(await make(), { keys: makeKeys(5) })).rejects.toMatchObject({ code: 'KEY_WRONG' });
    const short = keysOf(
      Object.fromEntries(
        [keyIds.rdr2Keys, keyIds.rdr2Tables, keyIds.rdr2Iv].map((id) => [id, new Uint8Array(3)]),
      ),
    );
    await expect(openBytes(await make(), { keys: short })).rejects.toMatchObject({ code: 'KEY_WRONG' });
  });

  it('of a platform with an unknown cipher is refused', async () => {
    const bytes = await make();
    bytes[14] = 'd'.charCodeAt(0);
    await expect(openBytes(bytes, { keys })).rejects.toMatchObject({ code: 'VARIANT_UNSUPPORTED' });
  });
});

describe('a damaged RPF8', () => {
  it('with more entries than bytes is refused', async () => {
    const bytes = await buildRpf8([hello]);
    new DataView(bytes.buffer).setUint32(4, 0xffffffff, true);
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'DAMAGED' });
    await expect(openBytes(bytes.subarray(0, 100))).rejects.toMatchObject({ code: 'TRUNCATED' });
  });

  it('with a file behind its end, or a name list, is listed all the same', async () => {
    const bytes = await buildRpf8([hello], { names: 'hello.txt\0' });
    const cut = bytes.slice(0, 300);
    const archive = await openBytes(cut);
    expect(archive.findings.map(({ code }) => code)).toEqual(['names-outside', 'data-outside']);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({ code: 'TRUNCATED' });
    new DataView(bytes.buffer).setUint32(8, 0xffffffff, true);
    expect((await openBytes(bytes)).findings.map(({ code }) => code)).toEqual(['names-outside']);
  });

  it('whose hashes do not ascend says so', async () => {
    const archive = await openBytes(
      await buildRpf8([
        { ...hello, hash: 9 },
        { ...hello, hash: 5 },
      ]),
    );
    expect(archive.findings.map(({ code }) => code)).toEqual(['names-unsorted']);
  });

  it('with a size that no file has is not read', async () => {
    const bytes = await buildRpf8([hello]);
    new DataView(bytes.buffer).setUint32(272 + 20, 0xffffffff, true);
    const archive = await openBytes(bytes);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({ name: 'ArchiveError' });
  });
});

it('a big-endian RPF8 is read with its halves turned', async () => {
  const little = await buildRpf8([hello]);
  const bytes = little.slice();
  bytes.set([0x52, 0x50, 0x46, 0x38]);
  const swap = (at: number, length: number): void => void bytes.subarray(at, at + length).reverse();
  for (const at of [4, 8]) swap(at, 4);
  for (const at of [12, 14]) swap(at, 2);
  for (const at of [272, 280, 288]) swap(at, 8);
  const archive = await openBytes(bytes, { list: ['hello.txt'] });
  expect(await readAll(archive)).toEqual({ 'hello.txt': 'hello' });
});
