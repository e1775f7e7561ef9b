import { BytesSource, type Keys, openArchive } from '@packwright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ngKeyIndex, ngStep } from '../src/ciphers/index.ts';
import plugin from '../src/index.ts';
import { joaat } from '../src/joaat.ts';
import { keyIds } from '../src/keys/index.ts';
import { tags7 } from '../src/layout.ts';
import { Dice, keysOf, makeKeys } from './ciphers/made-up-keys.ts';
import { encryptRpf7 } from './support/encrypt-rpf7.ts';
import { bytesOf, makeArchive, openBytes, readAll } from './support/make-archive.ts';
import { makeResource7 } from './support/make-resource.ts';

const keys = makeKeys();
const text = 'a file that is encrypted after it was compressed '.repeat(9);
const script = makeResource7(new Uint8Array(16384).fill(1), 0x04000004);

describe('an RPF7 with NG in table, files and scripts', () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await encryptRpf7(await makeArchive({ 'a.txt': text, 'b.ysc': script, 'c.awc': 'stored' }), {
      tag: tags7.ng,
      keys,
      step: (name, length) => ngStep(ngKeyIndex(joaat(name ?? bytesOf('dlc.rpf')), length)),
    });
  });

  it('is read under its keys', async () => {
    const archive = await openBytes(bytes, { name: 'dlc.rpf', keys, strict: true });
    expect(archive.variant).toBe('RPF7 little-endian NG');
    expect(await readAll(archive)).toMatchObject({ 'a.txt': text, 'c.awc': 'stored' });
    expect(await archive.find('b.ysc')?.bytes()).toEqual(script);
    expect((await archive.find('b.ysc')?.body())?.length).toBe(16384);
    expect((await archive.verify()).failures).toEqual([]);
  });

  it('is read when it was renamed: all keys are tried', async () => {
    const archive = await openBytes(bytes, { name: 'renamed.rpf', keys });
    expect((await readAll(archive))['a.txt']).toBe(text);
  });

  it('asks for its keys by name', async () => {
    await expect(openBytes(bytes)).rejects.toMatchObject({
      code: 'KEY_MISSING',
      message: expect.stringContaining(keyIds.gta5NgTables),
    });
  });

  it('never shows garbage under wrong keys', async () => {
    await expect(openBytes(bytes, { keys: makeKeys(99) })).rejects.toMatchObject({ code: 'KEY_WRONG' });
  });
});

describe('an RPF7 that was opened and still has encrypted files', () => {
  it('lists without keys, and asks for them at the file', async () => {
    const encrypted = await encryptRpf7(await makeArchive({ 'a.txt': text }), {
      tag: tags7.ng,
      keys,
      step: (name, length) => ngStep(ngKeyIndex(joaat(name ?? bytesOf('x.rpf')), length)),
    });
    const plain = await makeArchive({ 'a.txt': text });
    const mixed = encrypted.slice();
    mixed.set(plain.subarray(0, 512));
    mixed[16 + 16 + 12] = 1;
    expect((await readAll(await openBytes(mixed, { keys })))['a.txt']).toBe(text);
    const archive = await openBytes(mixed);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });
});

const aes = [
  { version: 2, id: keyIds.gta4, name: 'RPF2' },
  { version: 2, id: keyIds.mcla, name: 'RPF2 of another game' },
  { version: 3, id: keyIds.gta4, name: 'RPF3' },
  { version: 4, id: keyIds.maxPayne3, name: 'RPF4' },
  { version: 6, id: keyIds.rdr1, name: 'RPF6' },
  { version: 7, id: keyIds.gta5, name: 'RPF7' },
];

describe.each(aes)('an encrypted $name', ({ version, id }) => {
  const list = ['sub', 'a.txt', 'b.txt'];
  const make = (): Promise<Uint8Array> =>
    makeArchive({ 'a.txt': text, 'sub/b.txt': 'b' }, { version, tag: 'aes', key: id }, { keys });

  it('is written and read under its key', async () => {
    const archive = await openBytes(await make(), { keys, strict: true, list });
    expect(await readAll(archive)).toEqual({ 'a.txt': text, 'sub/': '', 'sub/b.txt': 'b' });
    expect(archive.variant).toMatch(/ AES$/);
  });

  it('hides its table', async () => {
    const plain = await makeArchive({ 'a.txt': text, 'sub/b.txt': 'b' }, { version, tag: 'none' });
    const start = version < 6 ? 2048 : 16;
    expect(
      Buffer.from((await make()).subarray(start, start + 32)).equals(plain.subarray(start, start + 32)),
    ).toBe(false);
  });

  it('asks for its key by name', async () => {
    const bytes = await make();
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('is refused under a wrong key, or one of a wrong length', async () => {
    const bytes = await make();
    for (const length of [32, 5]) {
      const wrong: Keys = keysOf({ [id]: new Dice(77).bytes(length) });
      await expect(openBytes(bytes, { keys: wrong })).rejects.toMatchObject({ code: 'KEY_WRONG' });
    }
  });
});

it('a script of RPF6 is decrypted before its body is looked at', async () => {
  const resource = new Uint8Array(16 + 64);
  const view = new DataView(resource.buffer);
  view.setUint32(0, 0x85435352);
  view.setUint32(4, 2);
  view.setUint32(8, 0x80000000);
  view.setUint32(12, 0x80000001);
  const archive = await openArchive(
    new BytesSource(await makeArchive({ 'a.wsc': resource }, { version: 6 })),
    {
      formats: [plugin],
    },
  );
  expect(await archive.entry(0).bytes()).toEqual(resource);
  await expect(archive.entry(0).body()).rejects.toMatchObject({ code: 'KEY_MISSING' });
});
