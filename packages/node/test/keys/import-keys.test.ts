import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError, type FormatPlugin } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { importKeys } from '../../src/keys/import-keys.ts';
import { KeyStore } from '../../src/keys/key-store.ts';
import { listKeys } from '../../src/keys/list-keys.ts';
import { chunkLength } from '../../src/keys/search/window-scanner.ts';
import { serializeKeys } from '../../src/keys/stored-keys.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { assembledTables, madeUpBytes, madeUpKeys, madeUpPlugin } from './made-up-plugin.ts';

const { small, rows, tables } = madeUpKeys;

/** A file of noise with things in it. */
function makeFile(
  folder: string,
  length: number,
  things: readonly (readonly [number, Uint8Array])[],
): string {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65536) {
    bytes.set(madeUpBytes(`noise ${at % 524288}`, Math.min(65536, length - at)), at);
  }
  for (const [at, thing] of things) bytes.set(thing, at);
  const path = join(folder, `game-${length}.exe`);
  writeFileSync(path, bytes);
  return path;
}

const ids = (keys: readonly { readonly id: string }[]): string[] => keys.map(({ id }) => id);

describe('importing keys', () => {
  it('finds keys in a file, across the borders of chunks and at its very end', async () => {
    const folder = temporaryFolder();
    const length = 2 * chunkLength + 50_000;
    const path = makeFile(folder, length, [
      [chunkLength - 16, small],
      [1000, rows[0] ?? small],
      [2 * chunkLength - 8, rows[1] ?? small],
      [2 * chunkLength + 264, rows[2] ?? small],
      [65536 - 512, tables[0] ?? small],
      [length - 1024, tables[1] ?? small],
    ]);
    const store = new KeyStore(join(folder, 'config', 'keys.json'));
    const report = await importKeys([path], [madeUpPlugin], { store, jobs: 1 });
    expect(ids(report.imported)).toEqual(['made-up/small', 'made-up/rows', 'made-up/tables']);
    expect(report.missing).toEqual([
      { id: 'made-up/unsearchable', title: 'Key without a digest', pieces: 0, found: 0 },
    ]);
    expect(report.searched).toBe(length);
    const stored = new KeyStore(store.path).keys();
    expect(stored.get('made-up/small')).toEqual(small);
    expect(Buffer.from(stored.get('made-up/rows') ?? small).equals(Buffer.concat(rows))).toBe(true);
    expect(Buffer.from(stored.get('made-up/tables') ?? small).equals(assembledTables)).toBe(true);
  });

  it('puts a key together from several files, and looks for what is missing only', async () => {
    const folder = temporaryFolder();
    const store = new KeyStore(join(folder, 'keys.json'));
    const first = makeFile(folder, 40_000, [
      [8, rows[0] ?? small],
      [16_000, rows[1] ?? small],
    ]);
    const half = await importKeys([first], [madeUpPlugin], { store });
    expect(half.imported).toEqual([]);
    expect(half.missing[1]).toEqual({ id: 'made-up/rows', title: 'Rows', pieces: 3, found: 2 });
    expect(existsSync(String(store.path))).toBe(false);
    const second = makeFile(folder, 41_000, [[24_000, rows[2] ?? small]]);
    const whole = await importKeys([first, second], [madeUpPlugin], { store });
    expect(ids(whole.imported)).toEqual(['made-up/rows']);
    const again = await importKeys([first, second], [madeUpPlugin], { store });
    expect([again.imported, ids(again.known)]).toEqual([[], ['made-up/rows']]);
  });

  it('looks for long pieces at multiples of 8, and of 4 when asked to', async () => {
    const folder = temporaryFolder();
    const path = makeFile(folder, 20_000, [
      [5004, tables[0] ?? small],
      [9000, tables[1] ?? small],
      [12_004, small],
    ]);
    const store = new KeyStore(join(folder, 'keys.json'));
    expect(ids((await importKeys([path], [madeUpPlugin], { store })).imported)).toEqual(['made-up/small']);
    const report = await importKeys([path], [madeUpPlugin], { store, everywhere: true });
    expect(ids(report.imported)).toEqual(['made-up/tables']);
  });

  it('takes key files, a plugin\u2019s and our own, and checks them', async () => {
    const folder = temporaryFolder();
    const store = new KeyStore(join(folder, 'keys.json'));
    const foreign = join(folder, 'made-up.key');
    const own = join(folder, 'own.json');
    writeFileSync(foreign, new Uint8Array(16).fill(5));
    writeFileSync(own, serializeKeys(new Map([['made-up/small', small]])));
    const report = await importKeys([foreign, own], [madeUpPlugin], { store });
    expect(ids(report.imported)).toEqual(['made-up/small', 'made-up/unsearchable']);
    expect(report.searched).toBe(0);
    writeFileSync(own, serializeKeys(new Map([['made-up/small', small.slice().reverse()]])));
    const error = await catchArchiveError(() => importKeys([own], [madeUpPlugin], { store }));
    expect(error.code).toBe('KEY_WRONG');
    expect(error.message).toMatch(/^Bytes 0 to 32 of the key made-up\/small have another SHA-1 than /);
    writeFileSync(foreign, new Uint8Array(15));
    expect((await catchArchiveError(() => importKeys([foreign], [madeUpPlugin], { store }))).message).toBe(
      'Found 15 bytes for the key made-up/unsearchable, expected 16.',
    );
  });

  it('never tells the bytes', async () => {
    const folder = temporaryFolder();
    const store = new KeyStore(join(folder, 'keys.json'));
    const path = makeFile(folder, 5000, [[400, small]]);
    const report = await importKeys([path], [madeUpPlugin], { store });
    const said = JSON.stringify([
      report,
      await listKeys({ get: (id) => store.keys().get(id) }, [madeUpPlugin]),
    ]);
    expect(said).toContain('made-up/small');
    for (const encoding of ['hex', 'base64', 'latin1'] as const) {
      expect(said).not.toContain(Buffer.from(small.subarray(0, 6)).toString(encoding));
    }
    expect(readFileSync(String(store.path), 'utf8')).toContain(Buffer.from(small).toString('base64'));
  });

  it('tells how far it is', async () => {
    const folder = temporaryFolder();
    const length = 3 * chunkLength + 5;
    const path = makeFile(folder, length, []);
    const seen: number[] = [];
    await importKeys([path], [madeUpPlugin], {
      store: new KeyStore(join(folder, 'keys.json')),
      jobs: 1,
      progress: ({ bytes, totalBytes }) => {
        expect(totalBytes).toBe(length);
        seen.push(bytes);
      },
    });
    expect(seen.at(-1)).toBe(length);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('stops with the reason of the signal and stores nothing', async () => {
    const folder = temporaryFolder();
    const store = new KeyStore(join(folder, 'keys.json'));
    const path = makeFile(folder, 3 * chunkLength, [[400, small]]);
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = importKeys([path], [madeUpPlugin], {
      store,
      jobs: 1,
      signal: controller.signal,
      progress: () => controller.abort(reason),
    });
    await expect(work).rejects.toBe(reason);
    expect(existsSync(String(store.path))).toBe(false);
  });

  it('passes over a plugin that cannot be loaded, and refuses one whose keys make no sense', async () => {
    const folder = temporaryFolder();
    const store = new KeyStore(join(folder, 'keys.json'));
    const path = makeFile(folder, 5000, [[400, small]]);
    const failure = new ArchiveError('PLUGIN_INVALID', 'It does not load.');
    const broken = { ...madeUpPlugin, id: 'broken', load: () => Promise.reject(failure) };
    const told: unknown[] = [];
    const onPluginFailure = (error: unknown): unknown => told.push(error);
    const report = await importKeys([path], [broken, madeUpPlugin], { store, onPluginFailure });
    expect(ids(report.imported)).toEqual(['made-up/small']);
    expect(told).toEqual([failure]);
    const sha1 = 'a'.repeat(40);
    for (const piece of [
      { length: 0, sha1, at: [0] },
      { length: 8, sha1: 'xyz', at: [0] },
      { length: 8, sha1, at: [9] },
      { length: 2 ** 40, sha1, at: [0] },
    ]) {
      const strange: FormatPlugin = {
        ...madeUpPlugin,
        keys: [{ id: 'x/y', title: 'Y', length: 16, pieces: [piece] }],
      };
      const error = await catchArchiveError(() => importKeys([path], [strange], { store }));
      expect(error.code).toBe('PLUGIN_INVALID');
    }
  });

  it('says which file is not there', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'missing.exe');
    const store = new KeyStore(join(folder, 'keys.json'));
    const error = await catchArchiveError(() => importKeys([path], [madeUpPlugin], { store }));
    expect([error.code, error.details.path]).toEqual(['SOURCE_FAILED', path]);
  });
});
