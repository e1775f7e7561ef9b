import { BytesSource, openArchive, sha256, toHex } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { minimalArchives } from './support/minimal.ts';

describe.each(minimalArchives)('$name', ({ name, bytes, sha256: digest, variant, entries }) => {
  it('is built byte for byte', () => {
    expect(toHex(sha256(bytes))).toBe(digest);
  });

  it('reads as specified', async () => {
    const archive = await openArchive(new BytesSource(bytes, name), { formats: [plugin], strict: true });
    expect(archive.variant).toBe(variant);
    const found = [];
    for (const entry of archive.entries()) found.push({ path: entry.path, content: await entry.bytes() });
    expect(found).toEqual(entries);
  });
});

it('gives the CRC-16 of the directory of min2.pak', async () => {
  const bytes = minimalArchives[0]?.bytes ?? new Uint8Array(0);
  const archive = await openArchive(new BytesSource(bytes), { formats: [plugin] });
  expect(archive.index.attributes).toMatchObject({ directoryCrc16: '0xC720', entryCount: 2 });
});
