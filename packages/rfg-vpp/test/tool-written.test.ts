import { deflateSync } from 'node:zlib';
import { BytesSource, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins from '../src/index.ts';
import * as dumps from './support/dumps.ts';
import { rebuildLoosely } from './support/round-trip.ts';
import { hello, pattern, textBytes } from './support/write-bytes.ts';

/** What tools write: one finished stream for all entries, compressed sizes made up, wrong totals. */
function toolWritten(words: Readonly<Record<number, number>>, align = 1): Uint8Array {
  const plain = Uint8Array.of(
    ...textBytes(hello.padEnd(Math.ceil(13 / align) * align, '\0')),
    ...textBytes(pattern),
  );
  const stream = deflateSync(plain);
  const bytes = new Uint8Array(0x1800 + stream.length);
  bytes.set(dumps.version3Compacted.subarray(0, 0x1800));
  bytes.set(stream, 0x1800);
  const view = new DataView(bytes.buffer);
  const sizes = { 344: bytes.length, 356: plain.length, 360: stream.length, 2084: plain.length - 20 };
  for (const [offset, value] of Object.entries({ ...sizes, ...words }))
    view.setUint32(Number(offset), value, true);
  return bytes;
}

describe('archives as tools write them', () => {
  test.each<[string, Uint8Array, readonly string[]]>([
    ['sizes that do not add up', toolWritten({ 2068: 13, 2096: 20 }), ['flush-points-unknown']],
    ['no compressed sizes', toolWritten({ 2068: 0xffffffff, 2096: 0xffffffff }), ['flush-points-unknown']],
    ['no total', toolWritten({ 2068: 13, 2096: 20, 360: 0xffffffff }), ['flush-points-unknown']],
    ['a short mark for "no total"', toolWritten({ 360: 0x00ffffff }), ['flush-points-unknown']],
    ['entries on 16 bytes', toolWritten({}, 16), ['flush-points-unknown']],
    ['a file size that is wrong', toolWritten({ 344: 1 }), ['file-size', 'flush-points-unknown']],
  ])('%s', async (_, bytes, findings) => {
    const archive = await openArchive(new BytesSource(bytes, 'a.str2_pc'), {
      formats: plugins,
      strict: true,
    });
    expect(archive.findings.map(({ code }) => code)).toEqual(findings);
    expect(await archive.find('b.bin')?.bytes()).toEqual(textBytes(pattern));
    expect(await archive.find('hello.TXT')?.bytes()).toEqual(textBytes(hello));
    expect(await rebuildLoosely(archive)).toEqual(bytes);
  });

  test('padding behind the last file is counted by some', async () => {
    const bytes = new Uint8Array(0x2800);
    bytes.set(dumps.version3Raw);
    const view = new DataView(bytes.buffer);
    view.setUint32(0x158, bytes.length, true);
    view.setUint32(0x164, 0x1000, true);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins, strict: true });
    expect(archive.findings).toEqual([]);
    expect(await rebuildLoosely(archive)).toEqual(bytes);
  });

  test('a condensed archive whose starts overlap is read by its sizes', async () => {
    const bytes = dumps.version3Condensed.slice();
    new DataView(bytes.buffer).setUint32(0x824, 0, true);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
    expect(archive.findings.map(({ code }) => code)).toEqual(['starts-inconsistent']);
    expect(await archive.find('b.bin')?.bytes()).toEqual(textBytes(pattern));
  });

  test('a condensed archive without padding is read by its starts', async () => {
    const bytes = new Uint8Array(0x1821);
    bytes.set(dumps.version3Condensed.subarray(0, 0x180d));
    bytes.set(textBytes(pattern), 0x180d);
    const view = new DataView(bytes.buffer);
    view.setUint32(0x158, bytes.length, true);
    view.setUint32(0x164, 33, true);
    view.setUint32(0x824, 13, true);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins, strict: true });
    expect(archive.index.writeOptions).toMatchObject({ layout: 'condensed', align: 1 });
    expect(await archive.find('b.bin')?.bytes()).toEqual(textBytes(pattern));
  });

  test('the first of two entries of one name is found, both are there', async () => {
    const bytes = dumps.version3Raw.slice();
    new DataView(bytes.buffer).setUint32(0x81c, 0, true);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
    expect(archive.findAll('Hello.txt').map(({ index }) => index)).toEqual([0, 1]);
    expect(await archive.find('Hello.txt')?.bytes()).toEqual(textBytes(hello));
  });
});
