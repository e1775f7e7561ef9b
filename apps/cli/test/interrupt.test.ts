import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFile, writeFixtures } from './support/fixtures.ts';
import { listTree } from './support/list-tree.ts';
import { finish, startCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = temporaryFolder();
const { plain } = writeFixtures(root);

/** A plugin that says when it is loaded; it is asked for by name, so that the command surely runs when it says so. */
const plugin = `{
  contract: 1, id: 'announced', title: 'Announced', extensions: [], signatures: [{ at: 0, bytes: 'ffffffff' }], options: {},
  detect: () => undefined, open: async () => { throw new Error('never'); },
}`;
const announcing = putFile(
  join(root, 'announcing.mjs'),
  `process.stderr.write('loaded\\n'); export default ${plugin};`,
);
const endless = putFile(
  join(root, 'endless.mjs'),
  `process.stderr.write('loaded\\n'); await new Promise((resolve) => setTimeout(resolve, 600_000)); export default ${plugin};`,
);

/** Waits until something is true; a command that does not get there fails the test by its time limit. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function untilLoaded(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(() => said.includes('loaded') || child.exitCode !== null);
}

describe.concurrent('Ctrl-C while waiting for standard input', () => {
  test.each([
    ['list', ['list', '-']],
    ['info', ['info', '-']],
    ['cat', ['cat', '-', 'default.cfg']],
    ['verify', ['verify', '-']],
    ['extract', ['extract', '-', '-o', 'out']],
    ['repack', ['repack', '-', 'out']],
  ])('%s', async (_, args) => {
    const cwd = mkdtempSync(join(root, 'stdin-'));
    const temporary = join(cwd, 'tmp');
    mkdirSync(temporary);
    const child = startCommand(args, { cwd, env: { TMPDIR: temporary } });
    child.stdin?.on('error', () => undefined).write(readFileSync(plain).subarray(0, 100));
    await until(() => listTree(temporary).some((path) => path.endsWith('/stdin')) || child.exitCode !== null);
    child.kill('SIGINT');
    expect(await finish(child)).toMatchObject({ code: 130, stdout: '' });
    expect(listTree(cwd)).toEqual(['tmp/']);
  });
});

describe.concurrent('Ctrl-C while a plugin is loaded', () => {
  test.each([
    ['formats', ['formats']],
    ['overlay', ['overlay', 'list', '.', '--rules', 'quake']],
    ['names', ['names', 'coverage', plain]],
    ['keys', ['keys', 'list']],
    ['create', ['create', '-f', 'announced', 'out', plain]],
    ['set', ['set', `${plain}!/default.cfg`, plain]],
  ])('%s', async (_, args) => {
    const cwd = mkdtempSync(join(root, 'load-'));
    const child = startCommand([...args, '--plugin', endless], { cwd });
    const ended = finish(child);
    await untilLoaded(child);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('nothing was left beside the archive', () => {
    expect(readdirSync(root).filter((name) => name.startsWith('plain.pak'))).toEqual(['plain.pak']);
  });
});

/** A PAK of some entries of zeros, which takes no space on the disk. */
function sparsePak(path: string, count: number, size: number): string {
  const directory = 12 + count * size;
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32LE(directory, 4);
  head.writeUInt32LE(count * 64, 8);
  const rows = Array.from({ length: count }, (_, number) => {
    const row = Buffer.alloc(64);
    row.write(`zeros-${number}.bin`);
    row.writeUInt32LE(12 + number * size, 56);
    row.writeUInt32LE(size, 60);
    return row;
  });
  const descriptor = openSync(path, 'w');
  ftruncateSync(descriptor, directory);
  writeSync(descriptor, head, 0, 12, 0);
  writeSync(descriptor, Buffer.concat(rows), 0, count * 64, directory);
  closeSync(descriptor);
  return path;
}

describe('Ctrl-C during long work', () => {
  const large = sparsePak(join(root, 'large.pak'), 30, 64 * 2 ** 20);

  test.each([
    ['verify', ['verify', large], () => true],
    ['verify --jobs 1', ['verify', '-j', '1', large], () => true],
    ['extract', ['extract', large, '-o', 'out'], (cwd: string) => listTree(cwd).length > 1],
    ['repack', ['repack', large, 'out'], (cwd: string) => readdirSync(cwd).length > 0],
    ['repack --identical', ['repack', '--identical', large, 'out'], () => true],
    ['create', ['create', '-f', 'quake-pak', 'out', large], (cwd: string) => readdirSync(cwd).length > 0],
    [
      'create, deflated',
      ['create', '-f', 'forgelight-pack2', 'out', large],
      (cwd: string) => readdirSync(cwd).length > 0,
    ],
    ['cat', ['cat', large, 'zeros-0.bin', 'zeros-1.bin'], () => true],
    ['keys import', ['keys', 'import', large], () => true],
  ])('%s', async (_, args, isUnderWay) => {
    const cwd = mkdtempSync(join(root, 'work-'));
    const child = startCommand([...args, '--plugin', announcing], {
      cwd,
      env: { XDG_CONFIG_HOME: join(root, 'config') },
    });
    const ended = finish(child);
    await untilLoaded(child);
    await until(() => isUnderWay(cwd) || child.exitCode !== null);
    const asked = performance.now();
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(performance.now() - asked).toBeLessThan(10_000);
    const left = listTree(cwd);
    expect(left.filter((path) => path.includes('.tmp') || /(^|\/)\./.test(path))).toEqual([]);
    expect(existsSync(join(cwd, 'out')) ? args[0] : 'extract').toBe('extract');
  });
});
