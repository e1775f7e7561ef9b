import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, vi } from 'vitest';
import { KeyStore } from '../../src/keys/key-store.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const key = Uint8Array.of(1, 2, 3, 250);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the key store', () => {
  it('is empty before the first key', () => {
    const store = new KeyStore(join(temporaryFolder(), 'none', 'keys.json'));
    expect(store.keys().size).toBe(0);
    expect(store.check()).toBeUndefined();
  });

  it('of a user without a home is empty, and takes nothing', async () => {
    const names = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'APPDATA'];
    for (const name of names) vi.stubEnv(name, '');
    const store = new KeyStore();
    vi.unstubAllEnvs();
    expect(store.path).toBeUndefined();
    expect(store.keys().size).toBe(0);
    expect(store.check()).toBeUndefined();
    const error = await catchArchiveError(() => store.add(new Map([['x/one', key]])));
    expect(error).toMatchObject({ code: 'SINK_FAILED' });
    expect(error.message).toBe('There is no folder for keys: found no home folder with an absolute path.');
  });

  it('gives back what was added, to the next process too', () => {
    const path = join(temporaryFolder(), 'a', 'keys.json');
    const store = new KeyStore(path);
    store.add(new Map([['x/one', key]]));
    new KeyStore(path).add(new Map([['x/two', Uint8Array.of(9)]]));
    expect(new KeyStore(path).keys()).toEqual(
      new Map([
        ['x/one', key],
        ['x/two', Uint8Array.of(9)],
      ]),
    );
    expect(readdirSync(join(path, '..'))).toEqual(['keys.json']);
  });

  it.skipIf(process.platform === 'win32')('is for its owner only, whatever was there before', () => {
    const folder = join(temporaryFolder(), 'config');
    const path = join(folder, 'keys.json');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    writeFileSync(path, '{"format":"packwright-keys/1","keys":{}}');
    chmodSync(path, 0o644);
    const store = new KeyStore(path);
    expect(store.check()).toMatchObject({
      severity: 'warning',
      code: 'keys-not-private',
      message: `The key file ${path} has the mode 644, expected 600: other users may read it.`,
    });
    // Reading changes nothing.
    expect(store.keys().size).toBe(0);
    expect(modeOf(path)).toBe(0o644);
    store.add(new Map([['x/one', key]]));
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(folder)).toBe(0o700);
    expect(store.check()).toBeUndefined();
  });

  it('refuses a damaged file and leaves it as it is', async () => {
    const path = join(temporaryFolder(), 'keys.json');
    for (const text of [
      '',
      '{',
      '[]',
      '{"format":"other/1"}',
      '{"format":"packwright-keys/1","keys":{"a":"*"}}',
    ]) {
      writeFileSync(path, text);
      const store = new KeyStore(path);
      expect((await catchArchiveError(() => store.keys())).code).toBe('KEY_WRONG');
      expect((await catchArchiveError(() => store.add(new Map([['x', key]])))).code).toBe('KEY_WRONG');
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('says what is in the way', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const store = new KeyStore(join(folder, 'file', 'keys.json'));
    const error = await catchArchiveError(() => store.add(new Map([['x', key]])));
    expect(['SINK_FAILED', 'SOURCE_FAILED']).toContain(error.code);
  });
});
