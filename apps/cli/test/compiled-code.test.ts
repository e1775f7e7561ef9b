import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pakOf } from './support/build-pak.ts';
import { type RunResult, runCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  cache = join(folder, 'cache');
  writeFileSync(join(folder, 'a.pak'), pakOf({ 'a.txt': 'hello' }));
});

function list(env: Readonly<Record<string, string>> = {}): Promise<RunResult> {
  return runCommand(['list', 'a.pak'], { cwd: folder, env: { XDG_CACHE_HOME: cache, ...env } });
}

const listed = { code: 0, stdout: 'a.txt\n', stderr: '' };
const kept = (): string[] =>
  readdirSync(join(cache, 'packwright')).map((name) => join(cache, 'packwright', name));

describe.runIf(process.platform === 'linux')('compiled code', () => {
  test('of the command and of the format is kept once, and used', async () => {
    expect(await list()).toMatchObject(listed);
    const before = kept().map((path) => statSync(path).mtimeMs);
    expect(before).toHaveLength(2);
    expect(await list()).toMatchObject(listed);
    expect(kept().map((path) => statSync(path).mtimeMs)).toEqual(before);
  });

  test('that is spoilt is made again', async () => {
    await list();
    for (const path of kept()) writeFileSync(path, readFileSync(path).fill(0x20, 1000));
    expect(await list()).toMatchObject(listed);
    expect(await list()).toMatchObject(listed);
  });

  test('is not kept where the user wants none', async () => {
    expect(await list({ PACKWRIGHT_NO_CACHE: '1' })).toMatchObject(listed);
    expect(readdirSync(folder)).toEqual(['a.pak']);
  });

  test('is not missed where there is no place for it', async () => {
    writeFileSync(cache, 'no folder');
    expect(await list()).toMatchObject(listed);
    expect(await list({ XDG_CACHE_HOME: '/proc/nowhere' })).toMatchObject(listed);
  });

  test('that others could have changed is not used', async () => {
    await list();
    for (const path of kept()) {
      writeFileSync(path, 'evil');
      chmodSync(path, 0o666);
    }
    expect(await list()).toMatchObject(listed);
    expect(kept().every((path) => (statSync(path).mode & 0o022) === 0)).toBe(true);
  });
});
