import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pakOf } from './support/build-pak.ts';
import { rejectedCode } from './support/rejected-code.ts';
import { binPath, neutralEnvironment, type RunResult, runCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let folder: string;
let cache: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  cache = join(folder, 'cache');
  writeFileSync(join(folder, 'a.pak'), pakOf({ 'a.txt': 'hello' }));
});

function list(env: Readonly<Record<string, string | undefined>> = {}): Promise<RunResult> {
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

  test('is not looked for where somebody made a pipe of it', async () => {
    await list();
    for (const path of kept()) {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    }
    expect(await list()).toMatchObject(listed);
    expect(kept().every((path) => statSync(path).isFile())).toBe(true);
  });

  test('is kept where the folders above are missing, too', async () => {
    expect(await list({ XDG_CACHE_HOME: join(cache, 'not', 'there') })).toMatchObject(listed);
    expect(readdirSync(join(cache, 'not', 'there', 'packwright'))).toHaveLength(2);
  });

  test.each(['', '.', 'home'])(
    'is neither read nor kept in the current folder with HOME=%j',
    async (home) => {
      expect(await list({ XDG_CACHE_HOME: undefined, HOME: home })).toMatchObject(listed);
      expect(readdirSync(folder)).toEqual(['a.pak']);
    },
  );

  test.each([[['help']], [['--help']], [[]]])('is kept of %j, which is a work of its own', async (args) => {
    await runCommand(args, { cwd: folder, env: { XDG_CACHE_HOME: cache } });
    expect(kept()).toHaveLength(1);
  });

  test.each([
    ['help', ['list', '--help']],
    ['a verb that could not begin', ['list', 'missing.pak']],
    ['a flag that there is not', ['list', 'a.pak', '--unknown']],
    ['a word that is no verb', ['lst', 'a.pak']],
    ['a flag for a verb', ['-lst', 'a.pak']],
  ])('is not kept of %s', async (_, args) => {
    await runCommand(args, { cwd: folder, env: { XDG_CACHE_HOME: cache } });
    expect(existsSync(cache)).toBe(false);
  });

  test('is made again by a run that did much more', async () => {
    const files = Array.from({ length: 60_000 }, (_, at) => [`folder${at % 50}/${at}.txt`, '']);
    writeFileSync(join(folder, 'large.pak'), pakOf(Object.fromEntries(files)));
    const options = { cwd: folder, env: { XDG_CACHE_HOME: cache } };
    const size = (): number => kept().reduce((sum, path) => sum + statSync(path).size, 0);
    await list();
    const first = size();
    await runCommand(['list', '--long', 'large.pak'], options);
    const second = size();
    expect(second).toBeGreaterThan(first);
    await list();
    expect(size()).toBe(second);
  });
});

describe.runIf(process.platform === 'linux')('compiled code of threads', () => {
  const names = (): string[] => kept().map((path) => basename(path));
  const run = (args: readonly string[], flags: readonly string[] = []): void => {
    const env = { ...process.env, ...neutralEnvironment, XDG_CACHE_HOME: cache };
    execFileSync(process.execPath, [...flags, binPath, ...args, '-j', '3'], {
      cwd: folder,
      env,
      stdio: 'pipe',
    });
  };
  const extract = (flags?: readonly string[]): void => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    run(['extract', 'many.pak', '-o', 'out'], flags);
  };

  beforeEach(() => {
    const files = Array.from({ length: 900 }, (_, at) => [`${at}.txt`, `text ${at} `.repeat(100)]);
    writeFileSync(join(folder, 'many.pak'), pakOf(Object.fromEntries(files)));
  });

  test('that were at work while V8 was held from optimising is taken by later runs', () => {
    for (let runs = 0; runs < 3; runs++) {
      extract();
      expect(names().sort()).toEqual([
        expect.stringMatching(/-extract$/),
        expect.stringMatching(/-extract$/),
        expect.stringMatching(/-extract$/),
      ]);
      expect(rejectedCode(join(cache, 'packwright'))).toEqual([]);
    }
  });

  test('of a process with flags is not left to those without', () => {
    extract(['--no-opt']);
    expect(rejectedCode(join(cache, 'packwright'))).toHaveLength(3);
    extract();
    expect(rejectedCode(join(cache, 'packwright'))).toEqual([]);
  });

  test('is kept once', () => {
    extract();
    const before = kept().map((path) => statSync(path).ino);
    extract();
    expect(kept().map((path) => statSync(path).ino)).toEqual(before);
  });
});
