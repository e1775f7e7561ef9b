import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFile } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const bundled = ['forgelight-pack', 'forgelight-pack2', 'quake-pak', 'rage-rpf', 'rfg-vpp', 'saints-row-vpp'];

/** A plugin in one file, with the members given. */
function pluginFile(name: string, members: string): string {
  return putFile(
    join(folder, name),
    `export default { contract: 1, id: 'toy', title: 'Toy', extensions: ['.toy'], signatures: [{ at: 0, bytes: '544f59' }],
       options: {}, detect: () => ({ confidence: 90, reason: 'three letters' }),
       open: async () => ({ variant: 'one', structure: [], entries: { length: 1, at: () => ({ path: 'toy.txt', extents: [{ bytes: new Uint8Array([104, 105]) }] }) } }),
       ${members} };`,
  );
}

describe.concurrent('formats', () => {
  test('lists what is installed as a table', async () => {
    const { code, stdout, stderr } = await runCommand(['formats']);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(head).toMatch(/^ID +TITLE +CAN +EXTENSIONS$/);
    expect(rows.map((row) => row.split(' ')[0])).toEqual(expect.arrayContaining(bundled));
    expect(stderr).toBe('Options of one format: packwright formats ID\n');
  });

  test('as JSON', async () => {
    const { schema, formats } = JSON.parse((await runCommand(['formats', '--json'])).stdout);
    expect(schema).toBe(1);
    const pak = formats.find(({ id }: { id: string }) => id === 'quake-pak');
    expect(Object.keys(pak)).toEqual(
      'id title extensions canWrite canEdit readOptions writeOptions overlays keys'.split(' '),
    );
    expect(pak).toMatchObject({
      canWrite: true,
      canEdit: true,
      writeOptions: { align: { type: 'integer', default: 1 } },
    });
  });

  test('one format with its options', async () => {
    const { stdout } = await runCommand(['formats', 'quake-pak']);
    expect(stdout).toMatch(/^quake-pak: Quake PAK \(read, write, edit\)\nOptions for reading\n/);
    expect(stdout).toMatch(/^ {2}align +integer \(default 1\) +/m);
    expect(stdout).toMatch(/^Search rules quake: /m);
  });

  test('one that is not there', async () => {
    expect(await runCommand(['formats', 'zip'])).toMatchObject({ code: 6, stdout: '' });
  });
});

putFile(join(folder, 'throws.mjs'), "throw new Error('no luck');");
putFile(join(folder, 'old.mjs'), 'export default { contract: 0 };');
putFile(join(folder, 'empty.mjs'), '');

describe.concurrent('--plugin', () => {
  test('adds a format from a file', async () => {
    const plugin = pluginFile('toy.mjs', '');
    const archive = putFile(join(folder, 'a.toy'), 'TOY');
    expect((await runCommand(['cat', '--plugin', plugin, archive, 'toy.txt'])).stdout).toBe('hi');
    expect((await runCommand(['cat', archive, 'toy.txt'])).code).toBe(3);
  });

  test('comes before an installed format of the same id', async () => {
    const plugin = pluginFile('rival.mjs', "id: 'quake-pak'");
    const archive = putFile(join(folder, 'b.toy'), 'TOY');
    expect((await runCommand(['list', '--plugin', plugin, '-f', 'quake-pak', archive])).stdout).toBe(
      'toy.txt\n',
    );
  });

  test.each([
    ['nothing.mjs', 'was not found'],
    ['throws.mjs', 'it fails while it is loaded: no luck'],
    ['old.mjs', 'made for contract 0'],
    ['empty.mjs', 'it has no default export'],
  ])('%s is an error when it is asked for', async (name, message) => {
    const { code, stderr } = await runCommand(['formats', '--plugin', join(folder, name)]);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(stderr).toContain('[PLUGIN_INVALID]');
  });
});

describe.concurrent('plugins', () => {
  test('lists packages with their state', async () => {
    const { code, stdout, stderr } = await runCommand(['plugins']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^FORMAT +PACKAGE +STATE +PATH\n/);
    expect(stdout).toMatch(/^quake-pak +@packwright\/quake-pak \d+\.\d+\.\d+ +ok +\/.*quake-pak$/m);
    expect(stderr).toMatch(/^\d+ formats, 0 refused plugins\n$/);
  });

  test('as JSON', async () => {
    const { schema, plugins, refused } = JSON.parse((await runCommand(['plugins', '--json'])).stdout);
    expect({ schema, refused }).toEqual({ schema: 1, refused: [] });
    expect(plugins.find(({ format }: { format: string }) => format === 'rage-rpf')).toEqual({
      format: 'rage-rpf',
      package: '@packwright/rage-rpf',
      version: expect.stringMatching(/^\d/),
      path: expect.stringContaining('rage-rpf'),
      ok: true,
    });
  });
});
