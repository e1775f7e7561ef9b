import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  BytesSource,
  ByteWriter,
  decodeLatin1,
  encodeLatin1,
  type FormatPlugin,
  openArchive,
} from '@packwright/core';
import { afterAll, describe, expect, it, test } from 'vitest';
import { describeFormat, type FormatFixture } from '../src/index.ts';
import { unpackTarball } from './support/unpack-tarball.ts';

// Made against contract 1.0 by `npm pack` and never changed again: what it needs must stay.
const tarball = new URL('fixtures/packwright-format-example-1.0.0.tgz', import.meta.url);
const core = dirname(fileURLToPath(import.meta.resolve('@packwright/core/package.json')));

const folder = mkdtempSync(join(tmpdir(), 'packwright-kept-plugin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

unpackTarball(readFileSync(tarball), folder);
mkdirSync(join(folder, 'node_modules/@packwright'), { recursive: true });
symlinkSync(core, join(folder, 'node_modules/@packwright/core'), 'junction');

const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as {
  packwright: unknown;
};
const kept = (
  (await import(pathToFileURL(join(folder, 'package/index.js')).href)) as { default: FormatPlugin }
).default;

/** Two files, the second one turned by one, and a table turned by seven: built here, so that no writer can change it. */
function buildArchive(): Uint8Array {
  const turn = (bytes: Uint8Array, by: number): Uint8Array => bytes.map((byte) => (byte + by) & 0xff);
  const data = new ByteWriter('little')
    .text('plain')
    .bytes(turn(encodeLatin1('turned'), 1))
    .finish();
  const table = new ByteWriter('little');
  table.u32(0x0f0e0d0c).u32(16).u32(5).u8(0).u8(0);
  table.u32(0x33bd0c73).u32(21).u32(6).u8(1).u8(8).text('file.txt');
  const rows = turn(table.finish(), 7);
  const header = new ByteWriter('little')
    .text('EXA1')
    .u32(2)
    .u32(16 + data.length)
    .u32(rows.length);
  return header.bytes(data).bytes(rows).finish();
}

const fixture: FormatFixture = {
  name: 'an archive of its time',
  bytes: buildArchive(),
  entries: [
    { path: '0x0F0E0D0C', content: 'plain' },
    { path: 'file.txt', content: 'turned' },
  ],
};

test('opens an archive with a plugin made against contract 1.0', async () => {
  const archive = await openArchive(new BytesSource(buildArchive(), 'kept.exa'), { formats: [kept] });
  expect(archive.format).toBe('example');
  expect(decodeLatin1((await archive.find('file.txt')?.bytes()) ?? new Uint8Array(0))).toBe('turned');
});

describeFormat({ describe, it }, kept, [fixture], { manifest: manifest.packwright });
