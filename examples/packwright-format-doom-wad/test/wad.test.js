import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BytesSink, BytesSource, createArchive, openArchive } from '@packwright/core';
import doomWad from '../src/index.js';
import { buildWad } from './build-wad.js';

/** @param {Uint8Array} bytes @param {boolean} [strict] */
const open = (bytes, strict = false) =>
  openArchive(new BytesSource(bytes, 'test.wad'), { formats: [doomWad], format: 'doom-wad', strict });

/** @param {string} text */
const content = (text) => new BytesSource(new TextEncoder().encode(text));

describe('reading', () => {
  it('keeps both lumps of one name; a look-up finds the first', async () => {
    const archive = await open(
      buildWad('PWAD', [
        ['THINGS', 'first'],
        ['THINGS', 'second'],
      ]),
    );
    assert.equal(archive.findAll('THINGS').length, 2);
    assert.equal(new TextDecoder().decode(await archive.find('THINGS')?.bytes()), 'first');
  });

  it('reads the rows that are left of a directory that is cut, and refuses it under strict', async () => {
    const bytes = buildWad('PWAD', [
      ['A', 'a'],
      ['B', 'b'],
    ]).subarray(0, -1);
    const archive = await open(bytes);
    assert.deepEqual(
      [...archive.entries()].map(({ path }) => path),
      ['A'],
    );
    assert.deepEqual(
      archive.findings.map(({ code }) => code),
      ['directory-beyond-file'],
    );
    await assert.rejects(open(bytes, true), { code: 'DAMAGED' });
  });

  it('refuses a count that the file cannot hold before it reads rows', async () => {
    const bytes = buildWad('PWAD', []);
    new DataView(bytes.buffer).setUint32(4, 0xffff_ffff, true);
    await assert.rejects(open(bytes), { code: 'TRUNCATED' });
  });

  it('tells of a lump outside the file', async () => {
    const bytes = buildWad('PWAD', [['A', 'a']]);
    new DataView(bytes.buffer).setUint32(13, 0xffff_fff0, true);
    assert.deepEqual(
      (await open(bytes)).findings.map(({ code }) => code),
      ['lump-outside'],
    );
  });

  it('refuses files that are too short or something else', async () => {
    await assert.rejects(open(new TextEncoder().encode('PWAD')), { code: 'TRUNCATED' });
    await assert.rejects(open(new TextEncoder().encode('WAD2 is another format')), {
      code: 'FORMAT_UNKNOWN',
    });
  });
});

describe('writing', () => {
  it('gives the bytes that were laid out by hand', async () => {
    const sink = new BytesSink();
    const entries = [
      { path: 'E1M1', content: content('') },
      { path: 'THINGS', content: content('an imp') },
    ];
    await createArchive(doomWad, entries, sink, { options: { variant: 'iwad' } });
    assert.deepEqual(
      sink.bytes(),
      buildWad('IWAD', [
        ['E1M1', ''],
        ['THINGS', 'an imp'],
      ]),
    );
  });

  for (const name of ['', 'NINECHARS', 'two words', 'f\u00e4hre', 'a\0b']) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      const writing = createArchive(doomWad, [{ path: name, content: content('x') }], new BytesSink());
      await assert.rejects(writing, { code: 'WRITE_REFUSED' });
    });
  }
});
