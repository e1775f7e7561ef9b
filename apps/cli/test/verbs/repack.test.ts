import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { putFile, writeFixtures } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const { plain, nested, duplicates } = writeFixtures(folder);
const run = (...args: string[]) => runCommand(['repack', ...args]);
const at = (name: string): string => join(folder, name);

describe.concurrent('repack', () => {
  test('--identical gives the same bytes, dead space and duplicates included', async () => {
    const pak = pakOf({ a: 'first' });
    // Bytes that nothing refers to, before the directory and behind it.
    const holed = Buffer.concat([
      pak.subarray(0, 17),
      Buffer.from('junk'),
      pak.subarray(17),
      Buffer.from('tail'),
    ]);
    holed.writeUInt32LE(holed.readUInt32LE(4) + 4, 4);
    const hole = putFile(at('hole.pak'), holed);
    for (const archive of [plain, duplicates, hole]) {
      const out = `${archive}.copy`;
      const { code, stdout, stderr } = await run('--identical', archive, out);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(stderr).toContain('is identical, byte for byte');
      expect(readFileSync(out).equals(readFileSync(archive))).toBe(true);
    }
  });

  test('--identical as JSON', async () => {
    const out = at('json.pak');
    expect(JSON.parse((await run('--identical', '--json', plain, out)).stdout)).toEqual({
      schema: 1,
      path: out,
      identical: true,
      size: 308,
      literalBytes: expect.any(Number),
      unreproduced: [],
    });
  });

  test('a new archive has no dead space', async () => {
    const pak = pakOf({ a: 'first', b: 'second' });
    pak.writeUInt32LE(pak.readUInt32LE(8) - 64, 8);
    const holed = putFile(at('dead.pak'), pak);
    const { code, stdout } = await run('--json', holed, at('alive.pak'));
    expect({ code, result: JSON.parse(stdout) }).toEqual({
      code: 0,
      result: { schema: 1, path: at('alive.pak'), entries: 1, oldSize: 151, size: 81 },
    });
    expect(readFileSync(at('alive.pak')).equals(pakOf({ a: 'first' }))).toBe(true);
  });

  test('options change the style', async () => {
    const { stderr } = await run('-O', 'align=16', plain, at('wide.pak'));
    expect(stderr).toMatch(/wide\.pak: 4 entries, 308 B → \d+ B\.\n/);
    expect(readFileSync(at('wide.pak')).indexOf('start map') % 16).toBe(0);
  });

  test('an archive inside an archive', async () => {
    const out = at('taken.pak');
    expect((await run('--identical', `${nested}!/data/inner.pak!/plain.pak`, out)).code).toBe(0);
    expect(readFileSync(out).equals(readFileSync(plain))).toBe(true);
  });

  test('OUT that is there is kept, and so is the archive itself', async () => {
    const before = readFileSync(plain);
    expect((await run(plain, plain)).code).toBe(8);
    expect(readFileSync(plain).equals(before)).toBe(true);
    const out = putFile(at('kept.pak'), 'old');
    expect((await run(plain, out)).code).toBe(8);
    expect(readFileSync(out, 'utf8')).toBe('old');
    expect((await run('--overwrite', plain, out)).code).toBe(0);
  });

  test('an option that the format does not have', async () => {
    expect((await run('-O', 'colour=red', plain, at('never.pak'))).code).toBe(2);
    expect(existsSync(at('never.pak'))).toBe(false);
  });
});
