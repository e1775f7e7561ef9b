import { ArchiveError, type KeyRequirement, sha1, toHex } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { TfitCipher } from '../../src/ciphers/tfit-cipher.ts';
import { TfitTables } from '../../src/ciphers/tfit-tables.ts';
import { createKeyFileReader, keyIds, readKeyFile, tfitKeyIds } from '../../src/keys/index.ts';
import { Dice } from '../ciphers/made-up-keys.ts';
import { ruledTfitKey, ruledTfitTables } from '../ciphers/published-tables.ts';

const dice = new Dice(11);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** A reader without digests, for keys that exist nowhere. */
const readAny = createKeyFileReader([]);

function failureOf(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    return ArchiveError.is(error) ? `${error.code}: ${error.message}` : `not an ArchiveError: ${error}`;
  }
}

describe('data files of modding tools', () => {
  it('are known by their names', () => {
    const bytes = dice.bytes(27472);
    expect(readAny('gtav_ng_key.dat', bytes)).toEqual(new Map([[keyIds.gta5NgKeys, bytes]]));
    const tables = dice.bytes(278528);
    expect(readAny('GTAV_NG_DECRYPT_TABLES.DAT', tables)?.get(keyIds.gta5NgTables)).toBe(tables);
  });

  it('that are not needed give no keys and no error', () => {
    expect(readAny('gtav_hash_lut.dat', dice.bytes(256))).toEqual(new Map());
  });

  it('must have their size', () => {
    expect(failureOf(() => readKeyFile('gtav_aes_key.dat', dice.bytes(31)))).toBe(
      'KEY_WRONG: Found 31 bytes in gtav_aes_key.dat, expected 32.',
    );
  });

  it('must have the digest of the key', () => {
    const failure = failureOf(() => readKeyFile('gtav_aes_key.dat', dice.bytes(32)));
    expect(failure).toMatch(
      /^KEY_WRONG: Bytes 0 to 32 of the key rage-rpf\/gta5 have another SHA-1 than a0796128/,
    );
  });

  it('other names are not ours', () => {
    expect(readKeyFile('readme.txt', dice.bytes(32))).toBeUndefined();
    expect(readKeyFile('keys.json', json({ format: 'other/1' }))).toBeUndefined();
    expect(readKeyFile('keys.json', json([1]))).toBeUndefined();
  });
});

describe('digests', () => {
  const key = dice.bytes(64);
  const requirement: KeyRequirement = {
    id: keyIds.gta5Ps4,
    title: 'a made-up key in three pieces, two of them equal',
    length: 3232,
    pieces: [{ length: 64, sha1: toHex(sha1(key)), at: [0, 64] }],
  };
  const read = createKeyFileReader([requirement]);
  const whole = new Uint8Array(3232);
  whole.set(key, 0);
  whole.set(key, 64);

  it('accept the key that fits', () => {
    const keys = read('k.json', json({ format: 'rage-keys/1', gta5_ps4: toHex(whole) }));
    expect(keys?.get(keyIds.gta5Ps4)).toEqual(whole);
  });

  it('refuse it when one byte differs, in any place, without showing it', () => {
    for (const at of [0, 63, 64, 127]) {
      const other = whole.slice();
      other[at] = (other[at] ?? 0) ^ 1;
      const failure = failureOf(() =>
        read('k.json', json({ format: 'rage-keys/1', gta5_ps4: toHex(other) })),
      );
      expect(failure).toMatch(/^KEY_WRONG: Bytes /);
      expect(failure).not.toContain(toHex(other.subarray(0, 8)));
    }
  });
});

describe('rage-keys/1', () => {
  it('takes hex and base64', () => {
    const [gta4, mcla, ps4] = [dice.bytes(32), dice.bytes(32), dice.bytes(3232)];
    const file = json({
      format: 'rage-keys/1',
      aes: { mcla: toHex(gta4), gta5_x360: ` ${base64(mcla)}\n` },
      gta5_ps4: base64(ps4),
    });
    const keys = readKeyFile('any name.json', file);
    expect([...(keys?.keys() ?? [])]).toEqual([keyIds.mcla, keyIds.gta5X360, keyIds.gta5Ps4]);
    expect(keys?.get(keyIds.mcla)).toEqual(gta4);
    expect(keys?.get(keyIds.gta5X360)).toEqual(mcla);
  });

  it('puts tables and keys into the one order that the cipher uses', () => {
    const set = dice.bytes(101 * 272);
    const row = (24 + 61) % 101;
    set.set(ruledTfitKey(), 24 * 272);
    const keys = readAny(
      'k.json',
      json({
        format: 'rage-keys/1',
        gta5_ng: {
          keys: base64(set),
          tables: base64(ruledTfitTables()),
          tableOrder: 'position',
          indexBias: 0,
        },
      }),
    );
    const sorted = keys?.get(keyIds.gta5NgKeys) ?? set;
    const tables = keys?.get(keyIds.gta5NgTables) ?? set;
    const cipher = new TfitCipher(sorted.subarray(row * 272, (row + 1) * 272), TfitTables.of(tables));
    const block = Uint8Array.from({ length: 16 }, (_, i) => i);
    cipher.decryptBlock(block, 0, block, 0);
    expect(toHex(block)).toBe('eefb0d8c6106916cdebae9e9ad3f54ec');
  });

  it('leaves tables and keys alone that have that order already', () => {
    const set = dice.bytes(101 * 272);
    const file = { keys: base64(set), tables: base64(ruledTfitTables()), tableOrder: 'input', indexBias: 61 };
    const keys = readAny('k.json', json({ format: 'rage-keys/1', gta5_ng: file }));
    expect(keys?.get(keyIds.gta5NgKeys)).toEqual(set);
    expect(toHex(keys?.get(keyIds.gta5NgTables) ?? set)).toBe(toHex(ruledTfitTables()));
  });

  const parts = {
    init: dice.bytes(32768),
    lookups: dice.bytes(557056),
    masks: dice.bytes(34816),
    xors: dice.bytes(1088),
    endMasks: dice.bytes(1024),
    endTables: dice.bytes(4096),
    endXor: dice.bytes(16),
  };
  const encoded = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, base64(bytes)]));

  it('joins the parts of TFIT2', () => {
    const [first, last] = [dice.bytes(288), dice.bytes(288)];
    const keys = readAny(
      'k.json',
      json({
        format: 'rage-keys/1',
        rdr2_tfit2: { ...encoded, iv: toHex(dice.bytes(16)), keys: { 0: base64(first), 192: toHex(last) } },
      }),
    );
    expect(toHex(keys?.get(keyIds.rdr2Tables) ?? first)).toBe(Object.values(parts).map(toHex).join(''));
    const set = keys?.get(keyIds.rdr2Keys) ?? first;
    expect(set).toHaveLength(166 * 288);
    expect(set.subarray(0, 288)).toEqual(first);
    expect(set.subarray(163 * 288, 164 * 288)).toEqual(last);
    expect(set.subarray(288, 163 * 288).every((byte) => byte === 0)).toBe(true);
    expect(keys?.get(keyIds.rdr2Iv)).toHaveLength(16);
  });

  it('reads TFIT of the PS4, keys of 20 rows too', () => {
    const [short, long] = [dice.bytes(272), dice.bytes(320)];
    const ids = tfitKeyIds('ps4');
    const file = { ps4: { keys: { 3: toHex(short), 4: toHex(long) } } };
    const set = readAny('k.json', json({ format: 'rage-keys/1', rdr2_tfit: file }))?.get(ids.keys);
    expect(set?.subarray(3 * 272, 4 * 272)).toEqual(short);
    expect(set?.subarray(4 * 272, 5 * 272)).toEqual(long.subarray(16, 288));
  });

  it.each<[string, unknown, string]>([
    ['no object', { aes: 'x' }, 'The key file has a "aes" that is not an object.'],
    ['no text', { aes: { gta4: 5 } }, 'The key file has a "aes.gta4" that is not 32 bytes in hex or base64.'],
    [
      'no base64',
      { gta5_ps4: '*' },
      'The key file has a "gta5_ps4" that is not 3232 bytes in hex or base64.',
    ],
    [
      'a wrong length',
      { aes: { mcla: 'AAAA' } },
      'The key file has a "aes.mcla" that is not 32 bytes in hex or base64, but 3.',
    ],
    [
      'a wrong order',
      { gta5_ng: { tables: base64(ruledTfitTables()), tableOrder: 'x' } },
      'The key file has the tableOrder "x", expected "input" or "position".',
    ],
    [
      'a wrong bias',
      { gta5_ng: { keys: base64(new Uint8Array(27472)), indexBias: 101 } },
      'The key file has the indexBias 101, expected 0 to 100.',
    ],
    [
      'half a set of tables',
      { rdr2_tfit2: { endXor: toHex(new Uint8Array(16)) } },
      'The key file has "rdr2_tfit2.endXor", but no "rdr2_tfit2.init": all tables or none.',
    ],
    [
      'an unknown key number',
      { rdr2_tfit2: { keys: { 163: '' } } },
      'The key file has "rdr2_tfit2.keys.163", which is no key number.',
    ],
  ])('refuses %s', (_, members, message) => {
    const file = json({ format: 'rage-keys/1', ...(members as object) });
    expect(failureOf(() => readAny('k.json', file))).toBe(`KEY_WRONG: ${message}`);
  });
});
