import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listTree } from './support/list-tree.ts';
import type { RunResult } from './support/run-command.ts';
import { samples } from './support/samples.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { runCommand } from './support/warm-command.ts';

const folders = ['forgelight', 'minimal', 'quake', 'rage', 'volition'];
/** Files of the samples that are no archives: lists of names, plain inputs. */
const others = /\.txt$|-inputs\//;
/** The samples that cannot be read, and the exit codes that say why. */
const refused: Readonly<Record<string, number>> = {
  'rage/raidx7_laferrari17_americandlc_NOT_AN_RPF.rpf': 3,
  'rage/nemesus_no_crosshair_dlc.rpf': 5,
};

function findArchives(root: string): readonly string[] {
  return folders.flatMap((folder) =>
    listTree(join(root, folder))
      .map((path) => `${folder}/${path}`)
      .filter((path) => !path.endsWith('/') && !others.test(path)),
  );
}

const archives = samples === undefined ? [] : findArchives(samples);
const good = archives.filter((path) => !(path in refused));

describe.skipIf(samples === undefined)('real archives', () => {
  const root = samples ?? '';
  const out = temporaryFolder();
  const results = new Map<string, RunResult>();
  const at = (path: string): string => join(root, path);
  const place = (kind: string, path: string): string => join(out, kind, path.replaceAll('/', '+'));
  const kinds: Readonly<Record<string, (path: string) => readonly string[]>> = {
    list: (path) => ['list', at(path)],
    json: (path) => ['list', '--json', '--sizes', at(path)],
    verify: (path) => ['verify', at(path)],
    extract: (path) => ['extract', '--recipe', at(path), '-o', place('extracted', path)],
    create: (path) => [
      'create',
      '--recipe',
      join(place('extracted', path), '.packwright-recipe'),
      place('created', path),
      place('extracted', path),
    ],
    repack: (path) => ['repack', '--identical', at(path), place('repacked', path)],
  };

  beforeAll(async () => {
    for (const kind of ['created', 'repacked']) mkdirSync(join(out, kind));
    for (const path of good) {
      for (const [kind, args] of Object.entries(kinds))
        results.set(`${kind} ${path}`, await runCommand(args(path)));
    }
  });

  const resultOf = (kind: string, path: string): RunResult => {
    const result = results.get(`${kind} ${path}`);
    if (result === undefined) throw new Error(`${kind} of ${path} was not run`);
    return result;
  };

  test('there are many', () => {
    expect(good.length).toBeGreaterThan(50);
    for (const path of Object.keys(refused)) expect(archives).toContain(path);
  });

  describe.each(good)('%s', (path) => {
    const done = (kind: string): RunResult => {
      const result = resultOf(kind, path);
      expect(result, `${kind}: ${result.stderr}`).toMatchObject({ code: 0 });
      return result;
    };

    test('lists, as text and as JSON alike', () => {
      const { archive, entries } = JSON.parse(done('json').stdout);
      const lines = done('list').stdout.split('\n').slice(0, -1);
      expect(lines).toHaveLength(archive.entryCount);
      expect(entries).toHaveLength(archive.entryCount);
      for (const { size } of entries) expect(size).toEqual(expect.any(Number));
    });

    test('verifies', () => {
      expect(done('verify').stdout).toMatch(/^ok {3}/);
    });

    test('extracts, each file with its size', () => {
      done('extract');
      const { entries } = JSON.parse(done('json').stdout) as { entries: { kind: string; size: number }[] };
      const files = listTree(place('extracted', path)).filter(
        (name) => !name.endsWith('/') && name !== '.packwright-recipe',
      );
      const sizes = files.map((name) => readFileSync(join(place('extracted', path), name)).length);
      const expected = entries.filter(({ kind }) => kind === 'file').map(({ size }) => size);
      expect(sizes.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    });

    test('comes back byte for byte from its extracted files', () => {
      done('create');
      expect(digest(place('created', path))).toBe(digest(at(path)));
    });

    test('repack --identical gives identical bytes', () => {
      done('repack');
      expect(digest(place('repacked', path))).toBe(digest(at(path)));
    });
  });

  test.each(Object.entries(refused))('%s is refused with exit code %d by every verb', async (path, code) => {
    for (const kind of Object.keys(kinds).filter((name) => name !== 'create')) {
      const result = await runCommand(kinds[kind]?.(path) ?? []);
      expect({ kind, code: result.code, stdout: result.stdout }).toEqual({ kind, code, stdout: '' });
    }
  });

  test('the Daikatana archive gives back what its packer was given', () => {
    const inputs = at('quake/daikatana-dkpak-inputs');
    const extracted = place('extracted', 'quake/daikatana-dkpak-user.pak');
    const byName = new Map(listTree(extracted).map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
    for (const name of readdirSync(inputs)) {
      expect(digest(join(extracted, byName.get(name) ?? '')), name).toBe(digest(join(inputs, name)));
    }
  });

  test('the list of names resolves all 51 assets', async () => {
    const names = at('forgelight/rhett-example_namelist.txt');
    const { stdout } = await runCommand([
      'names',
      'coverage',
      '--names',
      names,
      at('forgelight/rhett-example_pack2.pack2'),
    ]);
    expect(stdout).toContain('51 of 51 named (100.0 %)');
  });

  test('nested archives verify, list and extract', async () => {
    for (const path of [
      'rage/solovehicledlc_dlc.rpf',
      'volition/dlcp01_activities.vpp_pc',
      'rage/nemesus_maps_dlc.rpf',
    ]) {
      const verified = await runCommand(['verify', '-r', at(path)]);
      expect(verified.code, verified.stdout).toBe(0);
      expect(verified.stdout.split('\n').length).toBeGreaterThan(2);
      expect((await runCommand(['extract', '-r', at(path), '-o', place('nested', path)])).code).toBe(0);
      const listed = (await runCommand(['list', '-r', at(path)])).stdout
        .split('\n')
        .filter((line) => line.includes('!/'));
      const tree = listTree(place('nested', path)).map((name) => name.replace(/\/$/, ''));
      for (const line of listed) expect(tree).toContain(line.replaceAll('!/', '/'));
    }
  });
});

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
