import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { putFile, writeFixtures } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const { plain, nested, damaged, unknown, missing } = writeFixtures(folder);
const wrong = join(folder, 'wrong.pack2');
const run = (...args: string[]) => runCommand(['verify', ...args]);

/** A pack2 with one byte of one asset changed: only its checksum tells. */
beforeAll(async () => {
  putFile(join(folder, 'assets', 'first.txt'), 'first asset');
  putFile(join(folder, 'assets', 'second.txt'), 'second asset');
  await runCommand(['create', '-f', 'forgelight-pack2', wrong, join(folder, 'assets')]);
  const bytes = readFileSync(wrong);
  bytes.write('X', bytes.indexOf('second asset'));
  putFile(wrong, bytes);
  putFile(join(folder, 'holds-wrong.pak'), pakOf({ 'wrong.pack2': bytes, 'note.txt': 'fine' }));
});

describe.concurrent('verify', () => {
  test.each([1, 2])('an asset without the frame that its flags promise, with %d threads', async (jobs) => {
    const path = join(folder, `frameless-${jobs}.pack2`);
    await runCommand(['create', '-f', 'forgelight-pack2', path, join(folder, 'assets')]);
    const bytes = readFileSync(path);
    // The flags of the first row of the map: its offset is at 16.
    bytes[Number(bytes.readBigUInt64LE(16)) + 24] = 0x11;
    putFile(path, bytes);
    const { code, stdout } = await run('--jobs', String(jobs), path);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^bad {2}.*: Found [0-9a-f]{8} at the start .* expected a1b2c3d4;.*\[DAMAGED\]$/m);
  });

  test('gives the memory of one archive back before it opens the next', async () => {
    const files = Array.from({ length: 5000 }, (_, number) => [`${number}.txt`, 'x'] as const);
    const many = join(folder, 'many.pak');
    putFile(many, pakOf(Object.fromEntries(files)));
    const { code, stderr } = await run('--memory', '1M', '--jobs', '1', many, many, many, many);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('a good archive', async () => {
    expect(await run(plain)).toMatchObject({
      code: 0,
      stdout: `ok   ${plain}: 4 files, 40 B, 0 checksums compared\n`,
      stderr: '',
    });
  });

  test('as JSON', async () => {
    const { code, stdout } = await run('--json', plain, wrong);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toEqual({
      schema: 1,
      archives: [
        {
          path: plain,
          ok: true,
          format: 'quake-pak',
          variant: 'quake',
          files: 4,
          bytes: 40,
          checksums: 0,
          failures: [],
          findings: [],
        },
        expect.objectContaining({
          path: wrong,
          ok: false,
          files: 2,
          checksums: 2,
          failures: [expect.objectContaining({ code: 'CHECKSUM_MISMATCH', index: expect.any(Number) })],
        }),
      ],
    });
  });

  test('a wrong checksum is damage', async () => {
    const { code, stdout } = await run(wrong);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^bad {2}.*wrong\.pack2!\/0x[0-9A-F]{16}: .* \[CHECKSUM_MISMATCH\]$/m);
    expect(stdout).toContain(`bad  ${wrong}: 1 bad entry; 2 files, 23 B, 2 checksums compared\n`);
  });

  test('--recursive finds damage inside', async () => {
    const holder = join(folder, 'holds-wrong.pak');
    expect((await run(holder)).code).toBe(0);
    const { code, stdout } = await run('-r', holder);
    expect(code).toBe(4);
    expect(stdout).toContain(`ok   ${holder}: 2 files`);
    expect(stdout).toContain(`bad  ${holder}!/wrong.pack2: 1 bad entry`);
  });

  test('--recursive says ok for each archive', async () => {
    expect((await run('-r', nested)).stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
      `ok   ${nested}`,
      `ok   ${nested}!/data/inner.pak`,
      `ok   ${nested}!/data/inner.pak!/plain.pak`,
      '',
    ]);
  });

  test('a bad archive does not keep others from their turn', async () => {
    const { code, stdout } = await run(damaged, missing, unknown, plain);
    expect(code).toBe(4);
    expect(stdout).toContain('[TRUNCATED]\n');
    expect(stdout).toContain('[SOURCE_FAILED]\n');
    expect(stdout).toContain('[FORMAT_UNKNOWN]\n');
    expect(stdout).toContain(`ok   ${plain}`);
  });

  test('an entry of a wrong checksum is given by cat and extract, but not called good', async () => {
    const listed = JSON.parse((await runCommand(['verify', '--json', wrong])).stdout);
    const index = String(listed.archives[0].failures[0].index);
    const shown = await runCommand(['cat', wrong, '--index', index]);
    expect(shown).toMatchObject({ code: 4, stdout: 'Xecond asset' });
    expect(shown.stderr).toMatch(/warning: \S+: The crc32c is/);
    expect((await runCommand(['cat', '--strict', wrong, '--index', index])).code).toBe(4);
    const out = join(folder, 'extracted');
    expect((await runCommand(['extract', wrong, '-o', out])).code).toBe(1);
  });
});
