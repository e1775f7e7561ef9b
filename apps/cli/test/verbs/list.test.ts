import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildRpf8 } from '../../../../packages/rage-rpf/test/support/build-rpf8.ts';
import { putFile, writeFixtures } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const fixtures = writeFixtures(temporaryFolder());
const { plain, nested } = fixtures;
const run = (...args: string[]) => runCommand(['list', ...args]);

describe.concurrent('list', () => {
  test('gives the paths in archive order', async () => {
    expect(await run(plain)).toMatchObject({
      code: 0,
      stdout: 'default.cfg\nmaps/start.bsp\nmaps/e1m1.bsp\nsound/door.wav\n',
      stderr: '',
    });
  });

  test('--verbose tells how much memory was drawn, and of how much', async () => {
    // The directory of four rows, and the header in front of it.
    expect(await run('--verbose', '--memory', '1M', plain)).toMatchObject({
      code: 0,
      stderr: 'Memory: 272 B of 1.00 MB drawn at most.\n',
    });
  });

  test('a table that does not fit the memory is refused with both numbers', async () => {
    const { code, stderr } = await run('--memory', '200', plain);
    expect(code).toBe(7);
    expect(stderr).toMatch(/\b256 bytes\b.*\b200\b/);
    expect(stderr).toContain('--memory');
  });

  test('patterns choose, and a leading ! excludes', async () => {
    expect((await run(plain, 'maps/**', '!**/e1*')).stdout).toBe('maps/start.bsp\n');
  });

  test('a folder stands for everything in it', async () => {
    expect((await run(plain, 'maps')).stdout).toBe('maps/start.bsp\nmaps/e1m1.bsp\n');
  });

  test('--long adds sizes, codec and checksum', async () => {
    const { stdout, stderr } = await run('-l', plain);
    expect(stdout).toBe(`INDEX  SIZE  STORED  CODEC   CHECKSUM  PATH
    0    16      16  stored  -         default.cfg
    1     9       9  stored  -         maps/start.bsp
    2    10      10  stored  -         maps/e1m1.bsp
    3     5       5  stored  -         sound/door.wav
`);
    expect(stderr).toBe('4 files, 40 B\n');
  });

  test('--tree --recursive shows archives as folders', async () => {
    expect((await run('--tree', '-r', nested)).stdout).toBe(`├── data/
│   └── inner.pak 384 B
│       └── plain.pak 308 B
│           ├── maps/
│           │   ├── start.bsp 9 B
│           │   └── e1m1.bsp 10 B
│           ├── sound/
│           │   └── door.wav 5 B
│           └── default.cfg 16 B
└── readme.txt 5 B
`);
  });

  test('--recursive gives paths that other verbs take', async () => {
    expect((await run('-r', nested, '**/*.wav')).stdout).toBe('data/inner.pak!/plain.pak!/sound/door.wav\n');
  });

  test.each([
    ['path', 'default.cfg\nmaps/e1m1.bsp\nmaps/start.bsp\nsound/door.wav\n'],
    ['size', 'default.cfg\nmaps/e1m1.bsp\nmaps/start.bsp\nsound/door.wav\n'],
    ['index', 'default.cfg\nmaps/start.bsp\nmaps/e1m1.bsp\nsound/door.wav\n'],
  ])('--sort %s', async (key, stdout) => {
    expect((await run('--sort', key, plain)).stdout).toBe(stdout);
  });

  test('--json is one object with the archive and its entries', async () => {
    const { code, stdout, stderr } = await run('--json', plain);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { schema, archive, entries, ...rest } = JSON.parse(stdout);
    expect({ schema, rest }).toEqual({ schema: 1, rest: {} });
    expect(archive).toEqual({
      path: plain,
      format: 'quake-pak',
      variant: 'quake',
      size: 308,
      entryCount: 4,
      attributes: expect.any(Object),
    });
    expect(entries).toHaveLength(4);
    expect(entries[1]).toEqual({
      index: 1,
      kind: 'file',
      path: 'maps/start.bsp',
      named: true,
      size: 9,
      storedSize: 9,
    });
  });

  test('--json --sort sorts the entries of the object', async () => {
    const { entries } = JSON.parse((await run('--json', '--sort', 'path', plain)).stdout);
    expect(entries.map(({ index }: { index: number }) => index)).toEqual([0, 2, 1, 3]);
  });

  test('--json=lines is an entry a line', async () => {
    const { stdout } = await run('--json=lines', '-r', nested);
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ path }) => path)).toContain('data/inner.pak!/plain.pak!/maps/e1m1.bsp');
    expect(Object.keys(entries[0])).toEqual(['index', 'kind', 'path', 'named', 'size', 'storedSize']);
  });

  test('a nested path lists the archive it leads to', async () => {
    expect((await run(`${nested}!/data/inner.pak`)).stdout).toBe('plain.pak\n');
  });

  test('no match is told, and nothing is printed', async () => {
    const { code, stdout, stderr } = await run(plain, '*.zip', '--json');
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ schema: 1, error: { code: 'ENTRY_NOT_FOUND', path: plain } });
  });
});

describe('list of an archive that stores hashes', () => {
  const folder = temporaryFolder();
  const archive = join(folder, 'assets.pack2');
  const names = putFile(join(folder, 'names.txt'), 'Second.txt\r\nFourth.txt\r\n');

  beforeAll(async () => {
    for (const name of ['First', 'Second', 'Third', 'Fourth']) {
      putFile(join(folder, 'assets', `${name}.txt`), name);
    }
    await runCommand(['create', '-f', 'forgelight-pack2', archive, join(folder, 'assets')]);
  });

  test.each([
    ['without a list of names', [], 0],
    ['with one that knows some', ['--names', names], 2],
  ])('gives the paths that the long way gives, %s', async (_, flags, named) => {
    const { stdout } = await run(...flags, archive);
    const { entries } = JSON.parse((await run('--json', ...flags, archive)).stdout);
    const paths = entries.map(({ path }: { path: string }) => path);
    expect(stdout).toBe(`${paths.join('\n')}\n`);
    expect(paths.filter((path: string) => path.endsWith('.txt'))).toHaveLength(named);
    expect(paths.filter((path: string) => /^0x[0-9A-F]{16}$/.test(path))).toHaveLength(4 - named);
  });
});

describe('list of an RPF8, whose hashes say nothing of the extensions', () => {
  const folder = temporaryFolder();
  const archive = join(folder, 'game.rpf');
  const names = putFile(join(folder, 'names.txt'), 'data/tree.ytd\nother.ydr\n');

  beforeAll(async () => {
    const body = new TextEncoder().encode('body');
    // The hash of `data/tree`, once as a drawable and once as textures, and one that nobody knows.
    const rows = [
      { hash: 0x9fa799a1, extension: 2, body },
      { hash: 0x9fa799a1, extension: 5, body },
      { hash: 0x0000abcd, body },
    ];
    putFile(archive, await buildRpf8(rows));
  });

  test('without a list of names', async () => {
    const stdout = '0x9FA799A1.ydr\n0x9FA799A1.ytd\n0x0000ABCD\n';
    expect(await run(archive)).toMatchObject({ code: 0, stdout });
  });

  test('with one that knows one of two files of the same hash', async () => {
    const stdout = '0x9FA799A1.ydr\ndata/tree.ytd\n0x0000ABCD\n';
    expect(await run('--names', names, archive)).toMatchObject({ code: 0, stdout });
  });
});
