import { BytesSource, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin, packPlugin } from '../../src/index.ts';
import { errorOf, openBytes, toBytes } from '../support/archives.ts';
import { buildPack } from '../support/build-pack.ts';
import { buildPack2 } from '../support/build-pack2.ts';

async function confidence(bytes: Uint8Array): Promise<number> {
  const probe = { head: bytes.subarray(0, 65536), size: bytes.length, read: () => new Uint8Array(0) };
  return (await packPlugin.detect(probe))?.confidence ?? 0;
}

const files = Array.from({ length: 40 }, (_, at) => ({ name: `file${at}.txt`, content: `content ${at}` }));

describe('recognising a pack without a magic number', () => {
  test.each<readonly [fact: string, bytes: Uint8Array]>([
    ['of games', buildPack([{ files }, { files }], 8192)],
    ['of other tools', buildPack([{ files }, { files }])],
    ['with one empty file', buildPack([{ files: [{ name: 'a', content: '' }] }])],
    [
      'with a list longer than what is looked at',
      buildPack([{ files: Array.from({ length: 4000 }, () => files).flat() }]),
    ],
  ])('%s', async (_, bytes) => {
    expect(await confidence(bytes)).toBe(70);
  });

  test('with doubts when it is cut off or damaged', async () => {
    const bytes = buildPack([{ files }, { files }], 8192);
    expect(await confidence(bytes.subarray(0, 8300))).toBe(35);
    const damaged = bytes.slice();
    damaged[8 + 16 + 'file0.txt'.length] = 0xff;
    expect(await confidence(damaged)).toBe(35);
  });

  test.each<readonly [fact: string, bytes: Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(9000)],
    ['text', toBytes('just a text of some length, and no archive')],
    ['a pack2', buildPack2([{ name: 'a', stored: 'x' }])],
    ['a first name that is not printable', buildPack([{ files: [{ name: 'a\u0001', content: 'x' }] }])],
    ['a first name without end', buildPack([{ files: [{ name: 'abc', content: 'x', nameLength: 2000 }] }])],
    ['a first name of nothing', buildPack([{ files: [{ name: 'abcd', content: 'x', nameLength: 0 }] }])],
    ['a next chunk in the first one', buildPack([{ files, next: 8 }])],
    ['no files', buildPack([{ files: [] }], 64)],
    ['too many files', buildPack([{ files, count: 200_001 }])],
  ])('not from %s', async (_, bytes) => {
    expect(await confidence(bytes)).toBe(0);
  });

  test('by content, whatever the name of the file says', async () => {
    const open = async (bytes: Uint8Array, name: string): Promise<string> => {
      const formats = [pack2Plugin, packPlugin];
      return (await openArchive(new BytesSource(bytes, name), { formats })).format;
    };
    expect(await open(buildPack([{ files }]), 'assets.pack2')).toBe('forgelight-pack');
    expect(await open(buildPack2([{ name: 'a', stored: 'x' }]), 'Assets_000.pack')).toBe('forgelight-pack2');
  });

  test('is not possible for other files', async () => {
    expect((await errorOf(() => openBytes(toBytes('no archive')))).code).toBe('FORMAT_UNKNOWN');
  });
});
