import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { putFile, writeFixtures } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const { plain, nested, duplicates } = writeFixtures(folder);
const run = (...args: string[]) => runCommand(['cat', ...args]);

describe.concurrent('cat', () => {
  test('writes the bytes and nothing else', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, number) => number & 255));
    const archive = putFile(`${folder}/binary.pak`, pakOf({ 'all.bin': bytes }));
    const result = await run(archive, 'all.bin');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.bytes.equals(bytes)).toBe(true);
  });

  test('several entries come in the order of the arguments', async () => {
    expect((await run(plain, 'sound/door.wav', 'default.cfg')).stdout).toBe('creakbind w +forward\n');
  });

  test('an entry by path through two archives', async () => {
    expect((await run(`${nested}!/data/inner.pak!/plain.pak!/maps/start.bsp`)).stdout).toBe('start map');
    expect((await run(nested, 'data/inner.pak!/plain.pak!/maps/start.bsp')).stdout).toBe('start map');
    expect((await run(`${nested}!/data/inner.pak`, 'plain.pak!/maps/start.bsp')).stdout).toBe('start map');
  });

  test('an entry by number, in a nested archive too', async () => {
    expect((await run(plain, '--index', '2')).stdout).toBe('first map!');
    expect((await run(`${nested}!/data/inner.pak!/plain.pak`, '--index', '3')).stdout).toBe('creak');
  });

  test('an ambiguous path lists the numbers', async () => {
    const { code, stdout, stderr } = await run(duplicates, 'a.txt');
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toContain('The path "a.txt" names 2 entries: 0, 1. [ENTRY_AMBIGUOUS]');
    expect(stderr).toContain('--index 0');
    expect((await run(duplicates, '--index', '1')).stdout).toBe('other');
  });

  test('a number goes with one path', async () => {
    const { code, stderr } = await run(plain, 'default.cfg', 'sound/door.wav', '--index', '1');
    expect(code).toBe(2);
    expect(stderr).toContain('--index goes with one path, but found 2.');
  });

  test('an entry that is not there', async () => {
    const { code, stdout, stderr } = await run('--json', plain, 'nothing.txt');
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'ENTRY_NOT_FOUND', path: 'nothing.txt' });
  });

  test('a number that is not there, and one that is none', async () => {
    expect((await run(plain, '--index', '4')).code).toBe(6);
    expect((await run(plain, '--index', 'x')).code).toBe(2);
  });

  test('an archive alone is wrong usage', async () => {
    const { code, stderr } = await run(plain);
    expect(code).toBe(2);
    expect(stderr).toContain('cat needs the path of an entry.');
  });
});
