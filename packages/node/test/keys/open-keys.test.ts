import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeyStore } from '../../src/keys/key-store.ts';
import { openKeys } from '../../src/keys/open-keys.ts';
import { serializeKeys } from '../../src/keys/stored-keys.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { madeUpPlugin } from './made-up-plugin.ts';

const id = 'made-up/unsearchable';
const bytes = (value: number): Uint8Array => new Uint8Array(16).fill(value);

function emptyStore(): KeyStore {
  return new KeyStore(join(temporaryFolder(), 'keys.json'));
}

describe('opening keys', () => {
  it('has the keys of the store', async () => {
    const store = emptyStore();
    store.add(new Map([[id, bytes(1)]]));
    const keys = await openKeys([], [madeUpPlugin], { store });
    expect(keys.get(id)).toEqual(bytes(1));
    expect(keys.get('made-up/other')).toBeUndefined();
  });

  it('does not load plugins or read the store until it must', async () => {
    let loads = 0;
    const load = () => {
      loads++;
      return madeUpPlugin;
    };
    const { id: format, title, extensions, signatures } = madeUpPlugin;
    const path = join(temporaryFolder(), 'keys.json');
    writeFileSync(path, 'damaged');
    const keys = await openKeys([], [{ id: format, title, extensions, signatures, load }], {
      store: new KeyStore(path),
    });
    expect(loads).toBe(0);
    expect((await catchArchiveError(() => keys.get(id))).code).toBe('KEY_WRONG');
  });

  it('prefers a given file, a plugin\u2019s or our own, and the last of several', async () => {
    const store = emptyStore();
    store.add(new Map([[id, bytes(1)]]));
    const folder = temporaryFolder();
    const foreign = join(folder, 'made-up.key');
    const own = join(folder, 'mine.json');
    writeFileSync(foreign, bytes(2));
    writeFileSync(own, serializeKeys(new Map([[id, bytes(3)]])));
    const open = (...paths: string[]) => openKeys(paths, [madeUpPlugin], { store });
    expect((await open(foreign)).get(id)).toEqual(bytes(2));
    expect((await open(own)).get(id)).toEqual(bytes(3));
    expect((await open(own, foreign)).get(id)).toEqual(bytes(2));
  });

  it('reads the key files of a folder and passes over the rest', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'made-up.key.d'));
    writeFileSync(join(folder, 'readme.txt'), 'hello');
    writeFileSync(join(folder, 'made-up.key'), bytes(4));
    const keys = await openKeys([folder], [madeUpPlugin], { store: emptyStore() });
    expect(keys.get(id)).toEqual(bytes(4));
  });

  it('refuses what is no key file, and a path that is not there', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'game.exe');
    writeFileSync(path, 'MZ');
    for (const wrong of [path, folder]) {
      const error = await catchArchiveError(() => openKeys([wrong], [madeUpPlugin], { store: emptyStore() }));
      expect(error.code).toBe('KEY_WRONG');
      expect(error.message).toBe(`${wrong} is not, or does not hold, a key file of any installed format.`);
    }
    const missing = join(folder, 'missing');
    const error = await catchArchiveError(() => openKeys([missing], [madeUpPlugin], { store: emptyStore() }));
    expect(error.code).toBe('SOURCE_FAILED');
  });
});
