import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFile } from '../support/fixtures.ts';
import type { RunResult } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const key = Buffer.from('a made-up key of thirty-two byte');

/** A plugin that wants one made-up key. */
const plugin = putFile(
  join(folder, 'locked.mjs'),
  `export default { contract: 1, id: 'locked', title: 'Locked', extensions: ['.lck'], signatures: [{ at: 0, bytes: '4c4f434b' }],
     options: {}, keys: [{ id: 'locked/main', title: 'The made-up key', length: 32,
       pieces: [{ length: 32, sha1: '${createHash('sha1').update(key).digest('hex')}', at: [0] }] }],
     detect: () => ({ confidence: 90, reason: 'its magic' }), open: async () => { throw new Error('not needed'); } };`,
);

function run(config: string, ...args: string[]): Promise<RunResult> {
  return runCommand(['keys', ...args, '--plugin', plugin], {
    env: { XDG_CONFIG_HOME: join(folder, config), HOME: folder },
  });
}

describe.concurrent('keys', () => {
  test('import finds a key in a program, keeps it for its owner and never shows it', async () => {
    const program = putFile(
      join(folder, 'game.exe'),
      Buffer.concat([Buffer.alloc(4096, 7), key, Buffer.alloc(1000)]),
    );
    const { code, stdout, stderr } = await run('found', 'import', program);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'imported  locked/main\n' });
    expect(stderr).toMatch(
      /^1 key imported, 0 there before, \d+ missing; .* searched\.\nKeys are kept in .*keys\.json\n$/,
    );
    const store = join(folder, 'found', 'packwright', 'keys.json');
    expect(statSync(store).mode & 0o777).toBe(0o600);
    const again = await run('found', 'import', '--json', program);
    expect(JSON.parse(again.stdout)).toMatchObject({ schema: 1, imported: [], known: ['locked/main'] });
    const list = await run('found', 'list');
    expect(list.stdout).toMatch(/^there +locked\/main +The made-up key$/m);
    const secrets = [key.toString(), key.toString('hex'), key.toString('base64')];
    expect(readFileSync(store, 'utf8')).toContain(secrets[2]);
    for (const said of [stdout, stderr, again.stdout, again.stderr, list.stdout, list.stderr]) {
      for (const secret of secrets) expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  test('import of a file without keys', async () => {
    const program = putFile(join(folder, 'other.exe'), Buffer.alloc(5000, 1));
    const { code, stdout } = await run('none', 'import', '--json', program);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({
      imported: [],
      known: [],
      missing: expect.arrayContaining(['locked/main']),
    });
  });

  test('list as JSON', async () => {
    const { schema, keys, store } = JSON.parse((await run('none', 'list', '--json')).stdout);
    expect({ schema, store }).toEqual({ schema: 1, store: join(folder, 'none', 'packwright', 'keys.json') });
    expect(keys).toContainEqual({
      id: 'locked/main',
      format: 'locked',
      title: 'The made-up key',
      present: false,
    });
  });

  test('wrong use and a missing file', async () => {
    expect((await run('none', 'import')).code).toBe(2);
    expect((await run('none', 'show')).code).toBe(2);
    expect((await run('none', 'import', join(folder, 'missing.exe'))).code).toBe(8);
  });
});
