import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatKeyword, listFiles, readManifest, root, workspacePackages } from './support/workspace.ts';

const rootManifest = readManifest('');
const formats = workspacePackages.filter(({ manifest }) => manifest.keywords?.includes(formatKeyword));

describe.each(workspacePackages)('$manifest.name', ({ folder, manifest }) => {
  const has = (path: string): boolean => existsSync(join(root, folder, path));

  test('says what it is, under the licence and for the Node versions of the repository', () => {
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: rootManifest.engines });
    expect(manifest.description).toMatch(/^[A-Z].*\.$/);
    expect(manifest.sideEffects).toBeDefined();
  });

  test('exports its sources first, then what the build makes of them', () => {
    const { '.': main, ...others } = manifest.exports ?? {};
    expect(Object.keys(main ?? {})).toEqual(['@packwright/source', 'types', 'default']);
    for (const target of [main, ...Object.values(others)]) {
      for (const path of typeof target === 'string' ? [target] : Object.values(target ?? {})) {
        expect(has(toSource(path)), `${path} has no source`).toBe(true);
      }
    }
  });

  test('has a source for every command', () => {
    for (const path of Object.values(manifest.bin ?? {})) {
      expect(readFileSync(join(root, folder, toSource(path)), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
  });

  test('publishes the build, its README and the licence of the repository', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'README.md', 'LICENSE']));
    expect(readFileSync(join(root, folder, 'README.md'), 'utf8').split('\n')[0]).toBe(`# ${manifest.name}`);
    expect(readFileSync(join(root, folder, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    );
  });

  test('pins what it takes from others and asks for packages of this repository by range', () => {
    const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifest;
    const own = new Set(workspacePackages.map((workspacePackage) => workspacePackage.manifest.name));
    for (const group of [dependencies, optionalDependencies, peerDependencies, devDependencies]) {
      for (const [name, range] of Object.entries(group ?? {})) {
        expect(range, name).toMatch(own.has(name) ? /^\^\d+\.\d+\.\d+$/ : /^\d+\.\d+\.\d+$/);
      }
    }
  });
});

describe.each(formats)('the format package $manifest.name', ({ manifest }) => {
  test('leaves the choice of core to whoever installs it', () => {
    expect(manifest.peerDependencies).toHaveProperty('@packwright/core');
    expect(manifest.dependencies ?? {}).not.toHaveProperty('@packwright/core');
  });

  test('declares its formats as data', () => {
    expect(manifest.packwright?.contract).toBe(1);
    expect(manifest.packwright?.formats.length).toBeGreaterThan(0);
    for (const { id, title, extensions, signatures } of manifest.packwright?.formats ?? []) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(title).not.toBe('');
      for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9_]+$/);
      for (const { at, bytes } of signatures) {
        expect(Number.isSafeInteger(at)).toBe(true);
        expect(bytes).toMatch(/^([0-9a-f]{2})+$/);
      }
    }
  });
});

test('the command brings every format of the repository as an optional dependency', () => {
  const command = workspacePackages.find(({ manifest }) => manifest.name === 'packwright');
  expect(Object.keys(command?.manifest.optionalDependencies ?? {}).sort()).toEqual(
    formats.map(({ manifest }) => manifest.name).sort(),
  );
});

test('every format id is declared once', () => {
  const ids = formats.flatMap(({ manifest }) => manifest.packwright?.formats.map(({ id }) => id) ?? []);
  expect(ids).toEqual([...new Set(ids)]);
});

test('no file names the host of a package registry', () => {
  const host = /registry\.(npmjs|yarnpkg|npmmirror)\.|https?:\/\/[^/\s"']*registry/;
  const naming = listFiles('').filter((path) => host.test(readFileSync(join(root, path), 'latin1')));
  expect(naming).toEqual([]);
});

/** The source that the build turns into a file of `dist`; any other path is its own source. */
function toSource(path: string): string {
  return path.replace(/^(\.\/)?dist\//, 'src/').replace(/(\.d\.ts|\.js)$/, '.ts');
}
