import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { plainFiles, putFile } from '../support/fixtures.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const source = join(folder, 'mod');
for (const [path, text] of Object.entries(plainFiles)) putFile(join(source, path), text);
const run = (...args: string[]) => runCommand(['create', ...args], { cwd: folder });

describe.concurrent('create', () => {
  test('packs a folder in the order of its names', async () => {
    const sorted = Object.fromEntries(Object.entries(plainFiles).sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(await run('-f', 'quake-pak', 'folder.pak', 'mod')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'folder.pak: 4 entries, 308 B.\n',
    });
    expect(readFileSync(join(folder, 'folder.pak')).equals(pakOf(sorted))).toBe(true);
  });

  test('packs files by their names, and knows the format by the extension', async () => {
    const { code, stdout } = await run('--json', 'files.pak', 'mod/maps/e1m1.bsp', 'mod/default.cfg');
    expect({ code, result: JSON.parse(stdout) }).toEqual({
      code: 0,
      result: { schema: 1, path: 'files.pak', format: 'quake-pak', entries: 2, size: 166 },
    });
    expect((await runCommand(['list', 'files.pak'], { cwd: folder })).stdout).toBe('e1m1.bsp\ndefault.cfg\n');
  });

  test('options of the format are used', async () => {
    await run('-f', 'quake-pak', '-O', 'align=64', '-O', 'directory=start', 'aligned.pak', 'mod');
    expect(readFileSync(join(folder, 'aligned.pak')).readUInt32LE(4)).toBe(12);
  });

  test.each(['1', '2', '4'])('the bytes are the same with --jobs %s', async (jobs) => {
    const big = putFile(join(folder, `big-${jobs}`, 'text.txt'), 'packwright '.repeat(200_000));
    await run(
      '-f',
      'forgelight-pack2',
      '-j',
      jobs,
      '--overwrite',
      `jobs-${jobs}.pack2`,
      join(big, '..'),
      'mod',
    );
    await run(
      '-f',
      'forgelight-pack2',
      '-j',
      '1',
      '--overwrite',
      `one-${jobs}.pack2`,
      join(big, '..'),
      'mod',
    );
    const [some, one] = [`jobs-${jobs}.pack2`, `one-${jobs}.pack2`].map((name) =>
      readFileSync(join(folder, name)),
    );
    expect(one !== undefined && some?.equals(one)).toBe(true);
  });

  test('a file that is there stays, unless --overwrite is given', async () => {
    const out = putFile(join(folder, 'there.pak'), 'precious');
    const { code, stderr } = await run('-f', 'quake-pak', 'there.pak', 'mod');
    expect(code).toBe(8);
    expect(stderr).toContain('Choose another name, or replace the file with --overwrite.');
    expect(readFileSync(out, 'utf8')).toBe('precious');
    expect((await run('-f', 'quake-pak', '--overwrite', 'there.pak', 'mod')).code).toBe(0);
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PACK');
  });

  test('--dry-run checks and writes nothing', async () => {
    const { code, stdout, stderr } = await run('-f', 'quake-pak', '--dry-run', 'dry.pak', 'mod');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Dry run: 4 entries, 40 B of content; nothing was written.\n',
    });
    expect(existsSync(join(folder, 'dry.pak'))).toBe(false);
  });

  test('what the format cannot express is refused, dry or not, and leaves nothing', async () => {
    putFile(join(folder, 'long', `${'x'.repeat(60)}.txt`), 'a');
    const dry = await run('-f', 'quake-pak', '--dry-run', '--json', 'long.pak', 'long');
    expect(dry.code).toBe(2);
    expect(JSON.parse(dry.stdout).findings[0]).toMatchObject({ severity: 'error' });
    const { code, stderr } = await run('-f', 'quake-pak', 'long.pak', 'long');
    expect(code).toBe(2);
    expect(stderr).toContain('[WRITE_REFUSED]');
    expect(listTree(folder).filter((path) => path.includes('long.pak'))).toEqual([]);
  });

  test('an unknown format, option and file', async () => {
    const unknown = await run('-f', 'zip', 'x.zip', 'mod');
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toContain('No installed plugin provides the format "zip".');
    const none = await run('x.zip', 'mod');
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect((await run('-f', 'quake-pak', '-O', 'colour=red', 'x.pak', 'mod')).code).toBe(2);
    expect((await run('-f', 'quake-pak', 'x.pak', 'nowhere')).code).toBe(8);
    expect((await run('-f', 'quake-pak', 'nowhere/x.pak', 'mod')).code).toBe(8);
  });

  test('a format that is only read', async () => {
    const { code, stderr } = await run('-f', 'rfg-asm', 'x.asm_pc', 'mod');
    expect(code).toBe(2);
    expect(stderr).toContain('Format rfg-asm can be read but not written. [WRITE_REFUSED]');
  });
});
