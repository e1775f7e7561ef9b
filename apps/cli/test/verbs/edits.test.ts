import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { plainFiles, putFile } from '../support/fixtures.ts';
import type { RunResult } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const root = temporaryFolder();
const file = putFile(join(root, 'new.txt'), 'new content');

/** A copy of the ordinary archive inside another one, in a folder of its own. */
function fresh(): { folder: string; archive: string; run(...args: string[]): Promise<RunResult> } {
  const folder = mkdtempSync(join(root, 'edit-'));
  putFile(join(folder, 'a.pak'), pakOf({ ...plainFiles, 'inner.pak': pakOf(plainFiles) }));
  return { folder, archive: join(folder, 'a.pak'), run: (...args) => runCommand(args, { cwd: folder }) };
}

describe.concurrent('edits', () => {
  test('set, log, undo', async () => {
    const { archive, run } = fresh();
    const before = readFileSync(archive);
    const set = await run('set', 'a.pak!/default.cfg', file);
    expect(set).toMatchObject({ code: 0, stdout: '' });
    expect(set.stderr).toMatch(/^Done: .* written\. Take it back with: packwright undo a\.pak\n$/);
    expect((await run('cat', 'a.pak', 'default.cfg')).stdout).toBe('new content');
    const log = await run('log', 'a.pak');
    expect(log.stdout).toMatch(/^TIME +STATE +METHOD +EDIT\n.* done +patch +.*default\.cfg/);
    expect(log.stderr).toBe('1 edit can be undone.\n');
    const { schema, edits } = JSON.parse((await run('log', '--json', 'a.pak')).stdout);
    expect({ schema, count: edits.length }).toEqual({ schema: 1, count: 1 });
    expect(Object.keys(edits[0])).toEqual(['id', 'time', 'title', 'method', 'state', 'oldSize', 'newSize']);
    expect((await run('undo', 'a.pak')).code).toBe(0);
    expect(readFileSync(archive).equals(before)).toBe(true);
    expect((await run('undo', 'a.pak')).code).toBe(6);
  });

  test('set inside a nested archive', async () => {
    const { run } = fresh();
    expect((await run('set', 'a.pak!/inner.pak!/maps/e1m1.bsp', file)).code).toBe(0);
    expect((await run('cat', 'a.pak!/inner.pak!/maps/e1m1.bsp')).stdout).toBe('new content');
    expect((await run('cat', 'a.pak!/maps/e1m1.bsp')).stdout).toBe('first map!');
    expect((await run('verify', '-r', 'a.pak')).code).toBe(0);
  });

  test('add, mv, rm', async () => {
    const { run } = fresh();
    expect((await run('add', 'a.pak!/added.txt', file)).code).toBe(0);
    expect((await run('mv', 'a.pak!/added.txt', 'moved.txt')).code).toBe(0);
    expect((await run('rm', 'a.pak!/default.cfg', 'a.pak!/sound/door.wav')).code).toBe(0);
    expect((await run('list', 'a.pak')).stdout).toBe('maps/start.bsp\nmaps/e1m1.bsp\ninner.pak\nmoved.txt\n');
    expect((await run('log', '--json', '--forget', 'a.pak')).stdout).toMatch(/"freed": \d+/);
  });

  test('--dry-run says what would be written, and writes nothing', async () => {
    const { folder, archive, run } = fresh();
    const before = readFileSync(archive);
    const text = await run('set', '--dry-run', 'a.pak!/default.cfg', file);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(
      /^a\.pak: changed in place\n {2}replace default\.cfg\n(write \d+ bytes at \d+\n)+$/,
    );
    const { schema, dryRun, steps, ranges, written } = JSON.parse(
      (await run('rm', '--dry-run', '--json', 'a.pak!/default.cfg')).stdout,
    );
    expect({ schema, dryRun }).toEqual({ schema: 1, dryRun: true });
    expect(steps[0]).toMatchObject({
      archive: '',
      method: 'update',
      changes: [{ kind: 'remove', path: 'default.cfg' }],
    });
    expect(written).toBe(ranges.reduce((sum: number, { length }: { length: number }) => sum + length, 0));
    expect(readFileSync(archive).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.pak']);
  });

  test('recover has nothing to do', async () => {
    const { run } = fresh();
    expect(await run('recover', 'a.pak')).toMatchObject({
      code: 0,
      stderr: 'Nothing to recover: no edit was interrupted.\n',
    });
    expect(JSON.parse((await run('recover', '--json', 'a.pak')).stdout)).toEqual({
      schema: 1,
      outcome: 'clean',
    });
  });

  test('what is not there, and what is no path into an archive', async () => {
    const { folder, run } = fresh();
    expect((await run('set', 'a.pak!/nothing.txt', file)).code).toBe(6);
    expect((await run('set', 'a.pak', file)).code).toBe(2);
    expect((await run('set', 'a.pak!/default.cfg', 'missing.txt')).code).toBe(8);
    expect((await run('rm', 'a.pak!/default.cfg', 'b.pak!/x')).code).toBe(2);
    expect((await run('add', 'a.pak!/default.cfg')).code).toBe(2);
    expect(readdirSync(folder)).toEqual(['a.pak']);
  });
});
