import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { putFile } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const archive = join(folder, 'assets.pack2');
const names = putFile(join(folder, 'names.txt'), 'Vehicle.adr\r\nnot-in-it.txt\r\n');

beforeAll(async () => {
  putFile(join(folder, 'assets', 'Vehicle.adr'), '<Model fileName="Vehicle_Body.dme" />');
  putFile(join(folder, 'assets', 'Vehicle_Body.dme'), 'body');
  await runCommand(['create', '-f', 'forgelight-pack2', archive, join(folder, 'assets')]);
});

describe.concurrent('names', () => {
  test('coverage counts what a list gives', async () => {
    expect((await runCommand(['names', 'coverage', archive])).stdout).toContain(
      '0 of 2 named (0.0 %), 2 unresolved',
    );
    const { schema, archives } = JSON.parse(
      (await runCommand(['names', 'coverage', '--json', '--names', names, archive])).stdout,
    );
    expect(schema).toBe(1);
    expect(archives).toEqual([{ path: archive, entries: 2, resolved: 1, collisions: 0, unresolved: 1 }]);
  });

  test('scrape finds names in contents, and writes a list on wish', async () => {
    const { code, stdout, stderr } = await runCommand(['names', 'scrape', archive]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Vehicle_Body.dme\n' });
    expect(stderr).toBe('1 name found; 1 entries are named, before 0.\n');
    const out = join(folder, 'found.txt');
    expect((await runCommand(['names', 'scrape', archive, '-o', out])).stdout).toBe('');
    expect(readFileSync(out, 'utf8')).toBe('Vehicle_Body.dme\n');
    expect((await runCommand(['names', 'scrape', archive, '-o', out])).code).toBe(8);
  });

  test('--names gives entries their paths everywhere', async () => {
    expect((await runCommand(['list', '--names', names, archive])).stdout).toContain('Vehicle.adr\n');
    expect((await runCommand(['cat', archive, 'Vehicle_Body.dme'])).stdout).toBe('body');
  });

  test('wrong use', async () => {
    expect((await runCommand(['names', 'invent', archive])).code).toBe(2);
    expect((await runCommand(['list', '--names', join(folder, 'missing.txt'), archive])).code).toBe(8);
  });
});
