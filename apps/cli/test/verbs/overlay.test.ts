import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { putFile } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const root = temporaryFolder();
putFile(join(root, 'id1', 'pak0.pak'), pakOf({ 'progs.dat': 'first', 'maps/start.bsp': 'start' }));
putFile(join(root, 'id1', 'pak1.pak'), pakOf({ 'progs.dat': 'second', 'gfx/pop.lmp': 'registered' }));
putFile(join(root, 'id1', 'config.cfg'), 'loose');
const run = (...args: string[]) => runCommand(['overlay', ...args]);

describe.concurrent('overlay', () => {
  test('list shows the files that the game sees and where they lie', async () => {
    const { code, stdout, stderr } = await run('list', root, '--rules', 'quake');
    expect(code).toBe(0);
    expect(stdout).toContain('progs.dat  id1/pak1.pak\n');
    expect(stdout).toContain('maps/start.bsp  id1/pak0.pak\n');
    expect(stdout).toContain('config.cfg  id1\n');
    expect(stderr).toMatch(
      /Search path, first wins:\n {2}archive id1\/pak1\.pak \(.*\)\n {2}archive id1\/pak0\.pak/,
    );
  });

  test('list as JSON', async () => {
    const { schema, layers, files } = JSON.parse(
      (await run('list', root, '--rules', 'quake', '--json')).stdout,
    );
    expect(schema).toBe(1);
    expect(layers[0]).toEqual({ kind: 'archive', path: 'id1/pak1.pak', reason: expect.any(String) });
    expect(files).toContainEqual({ path: 'progs.dat', layer: 'id1/pak1.pak', kind: 'archive', index: 0 });
  });

  test('which tells who wins and who is hidden', async () => {
    const { code, stdout } = await run('which', root, 'progs.dat', '--rules', 'quake');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^progs\.dat: id1\/pak1\.pak \(wins; .*\)\nprogs\.dat: id1\/pak0\.pak \(hidden; .*\)\n$/,
    );
    const { names } = JSON.parse(
      (await run('which', root, 'progs.dat', '--rules', 'quake', '--json')).stdout,
    );
    expect(names[0].files.map(({ layer }: { layer: string }) => layer)).toEqual([
      'id1/pak1.pak',
      'id1/pak0.pak',
    ]);
  });

  test('cat reads the winner', async () => {
    const { code, stdout } = await run('cat', root, 'progs.dat', 'config.cfg', '--rules', 'quake');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'secondloose' });
  });

  test('what is not there', async () => {
    expect(await run('which', root, 'nothing', '--rules', 'quake')).toMatchObject({
      code: 6,
      stdout: 'nothing: not found\n',
    });
    expect((await run('cat', root, 'nothing', '--rules', 'quake')).code).toBe(6);
    expect((await run('list', join(root, 'missing'), '--rules', 'quake')).code).toBe(8);
  });

  test.each([
    [['list', root], 'overlay needs --rules.'],
    [['list', root, '--rules', 'doom'], 'There are no search rules "doom".'],
    [['show', root, '--rules', 'quake'], 'Found "overlay show", expected list, which or cat.'],
    [['cat', root, '--rules', 'quake'], 'overlay cat needs the PATH of a file.'],
  ])('wrong use: %j', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('a damaged archive in the search path', async () => {
    const broken = temporaryBroken();
    expect((await run('list', broken, '--rules', 'quake')).code).toBe(4);
  });
});

function temporaryBroken(): string {
  const folder = join(root, 'broken');
  const pak = pakOf({ 'progs.dat': 'x' });
  pak.writeUInt32LE(2 ** 20, 4);
  putFile(join(folder, 'id1', 'pak0.pak'), pak);
  return folder;
}
