import { BytesSource, openArchive } from '@packwright/core';
import { expect, test } from 'vitest';
import plugins from '../src/index.ts';
import * as dumps from './support/dumps.ts';

function withVersion(version: number, order: 'little' | 'big' = 'little'): Uint8Array {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x51890ace, order === 'little');
  view.setUint32(4, version, order === 'little');
  return bytes;
}

const open = (bytes: Uint8Array, format?: string) =>
  openArchive(new BytesSource(bytes), { formats: plugins, format });

test.each([
  ['version 2', withVersion(2), 'version 2 (Summoner 2)'],
  ['version 9', withVersion(9), 'version 9 (an early Saints Row IV)'],
  ['version 17', dumps.version17Stored, 'version 17 (Agents of Mayhem and Saints Row (2022))'],
  ['version 17, compressed', dumps.version17Compressed, 'version 17 (Agents of Mayhem'],
  ['version 2, big endian', withVersion(2, 'big'), 'version 2 (Summoner 2)'],
  ['a version nobody knows', withVersion(11), 'version 11 (no known game)'],
])('%s is refused by name', async (_, bytes, message) => {
  await expect(open(bytes)).rejects.toMatchObject({
    code: 'VARIANT_UNSUPPORTED',
    message: expect.stringContaining(message),
    details: { help: expect.any(String) },
  });
});

test.each([1, 3])('version %i is left to the format of Red Faction', async (version) => {
  await expect(open(withVersion(version))).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
  await expect(open(withVersion(version), 'saints-row-vpp')).rejects.toMatchObject({
    code: 'VARIANT_UNSUPPORTED',
    details: { help: expect.stringContaining('rfg-vpp') },
  });
});

test('a magic with mangled line ends is not repaired', async () => {
  const mangled = Uint8Array.of(0xce, 0x0d, 0x0a, 0x89, 0x51, 10, 0, 0, 0, ...new Uint8Array(64));
  await expect(open(mangled)).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
});

test.each([4, 6, 10])('version %i without its header is cut short', async (version) => {
  await expect(open(withVersion(version).slice(0, 39))).rejects.toMatchObject({ code: 'TRUNCATED' });
});

test('an asm file of an unknown version is refused by number', async () => {
  const bytes = Uint8Array.of(0xed, 0xfe, 0xef, 0xbe, 13, 0, 0, 0);
  await expect(open(bytes)).rejects.toMatchObject({
    code: 'VARIANT_UNSUPPORTED',
    message: expect.stringContaining('version 13'),
  });
});
