import { describe, expect, it } from 'vitest';
import { sha1 } from '../support/digest.ts';
import { makeArchive, openBytes, readAll } from '../support/make-archive.ts';

/** One file `hello.txt` with the text `hello`, as the specification prints it. */
const minimal = [
  { title: 'RPF0', options: { version: 0 }, size: 6144, digest: 'd0a1e1885573f05a249adf785823a77931216ac4' },
  { title: 'RPF2', options: { version: 2 }, size: 6144, digest: 'f5ac57c394fa1c940a5c2c93bb4f6ffbd49d571d' },
  { title: 'RPF3', options: { version: 3 }, size: 6144, digest: 'f6a41f2669ddde4cb242325168af698a1eb0a3f8' },
  { title: 'RPF4', options: { version: 4 }, size: 6144, digest: '0a5b6754b8f033b36421c53a9c39ad2e41544a3d' },
  {
    title: 'RPF6 without names',
    options: { version: 6, debugNames: false },
    size: 4096,
    digest: 'f9cb999a9690035988ed01e93695c4334ddec375',
  },
  {
    title: 'RPF6 with names',
    options: { version: 6 },
    size: 4128,
    digest: 'd50cb24831c756caa967a4f8ca14ce61098f575e',
  },
  { title: 'RPF7', options: {}, size: 1024, digest: '954682500ce18aa3d76a88a8e7234e18c613bc2e' },
  {
    title: 'RPF7 big-endian without a tag',
    options: { byteOrder: 'big', tag: 'none' },
    size: 1024,
    digest: '54e05c9487195064d5776104bc4e04ac75179dc9',
  },
];

describe('the smallest archives', () => {
  it.each(minimal)('$title is written byte for byte', async ({ options, size, digest }) => {
    const bytes = await makeArchive({ 'hello.txt': 'hello' }, options);
    expect(bytes.length).toBe(size);
    expect(sha1(bytes)).toBe(digest);
  });

  it.each(minimal)('$title is read', async ({ options }) => {
    const bytes = await makeArchive({ 'hello.txt': 'hello' }, options);
    const archive = await openBytes(bytes, { strict: true, list: ['hello.txt'] });
    expect(await readAll(archive)).toEqual({ 'hello.txt': 'hello' });
  });

  it('is 512 bytes for an RPF7 without entries', async () => {
    const bytes = await makeArchive({});
    expect(bytes.length).toBe(512);
    expect([...bytes.subarray(16, 32)]).toEqual([0, 0, 0, 0, 0, 0xff, 0xff, 0x7f, 1, 0, 0, 0, 0, 0, 0, 0]);
  });
});
