import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { findImportSpecifiers } from './support/import-specifiers.ts';
import { formatKeyword, listFiles, root, workspacePackages } from './support/workspace.ts';

/** What the sources of a package may import besides their own files. */
interface Room {
  readonly imports: readonly string[];
  /** Whether Node's own modules are allowed; every other package also runs in browsers. */
  readonly node?: true;
}

/** Dependencies point one way. A new package gets its line here, on purpose and in review. */
const rooms: Readonly<Record<string, Room>> = {
  '@packwright/core': { imports: ['pako', '@packwright/core/portable-deflate'] },
  '@packwright/toolkit': { imports: ['@packwright/core'] },
  '@packwright/node': { imports: ['@packwright/core', '@packwright/toolkit'], node: true },
  '@packwright/testkit': { imports: ['@packwright/core', '@packwright/toolkit'] },
  '@packwright/volition': { imports: ['@packwright/core'] },
  '@packwright/forgelight-pack2': { imports: ['@packwright/core'] },
  '@packwright/quake-pak': { imports: ['@packwright/core'] },
  '@packwright/rage-rpf': { imports: ['@packwright/core', 'zstddec'] },
  '@packwright/rfg-vpp': { imports: ['@packwright/core', '@packwright/volition'] },
  '@packwright/saints-row-vpp': { imports: ['@packwright/core', '@packwright/volition'] },
  packwright: { imports: ['@packwright/core', '@packwright/node', '@packwright/toolkit'], node: true },
};

const formats = workspacePackages
  .filter(({ manifest }) => manifest.keywords?.includes(formatKeyword))
  .map(({ manifest }) => manifest.name);

/** Why a source file may not import a module, or undefined when it may. */
function findObjection(room: Room, folder: string, path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier));
    return target.startsWith(`${folder}/src/`)
      ? undefined
      : `${path} reaches out of its package: ${specifier}`;
  }
  if (isBuiltin(specifier)) {
    if (room.node !== true) return `${path} is portable and imports Node's ${specifier}`;
    return specifier.startsWith('node:') ? undefined : `${path} imports ${specifier} without "node:"`;
  }
  const allowed = room.imports.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return allowed ? undefined : `${path} may not import ${specifier}`;
}

test('every package has its room, and every room its package', () => {
  expect(workspacePackages.map(({ manifest }) => manifest.name).sort()).toEqual(Object.keys(rooms).sort());
});

test('no room lets a package import a format', () => {
  expect(formats.length).toBeGreaterThan(0);
  for (const { imports } of Object.values(rooms)) {
    expect(imports.filter((name) => formats.includes(name))).toEqual([]);
  }
});

describe.each(workspacePackages)('$manifest.name', ({ folder, manifest }) => {
  const room = rooms[manifest.name] ?? { imports: [] };

  test('imports only what its room allows', () => {
    const sources = listFiles(`${folder}/src`).filter((path) => path.endsWith('.ts'));
    const objections = sources.flatMap((path) =>
      findImportSpecifiers(path, readFileSync(join(root, path), 'utf8')).map((specifier) =>
        findObjection(room, folder, path, specifier),
      ),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(objections.filter((objection) => objection !== undefined)).toEqual([]);
  });

  test('depends only on what its room allows', () => {
    const { dependencies, peerDependencies } = manifest;
    const needed = Object.keys({ ...dependencies, ...peerDependencies });
    expect(needed.filter((name) => !room.imports.includes(name))).toEqual([]);
  });
});

describe('the check itself', () => {
  const source = [
    "import type { A } from 'a';",
    "export * from './b.ts';",
    "const c = await import('c');",
    "type D = import('d').D;",
    "/** import e from 'e' */ const text = \"from 'f'\";",
  ].join('\n');

  test('finds every kind of import, and none in comments or strings', () => {
    expect(findImportSpecifiers('sample.ts', source)).toEqual(['a', './b.ts', 'c', 'd']);
  });

  test.each([
    ['node:fs', "portable and imports Node's node:fs"],
    ['buffer', "portable and imports Node's buffer"],
    ['@packwright/toolkit', 'may not import @packwright/toolkit'],
    ['@packwright/core-extra', 'may not import @packwright/core-extra'],
    ['../../core/src/index.ts', 'reaches out of its package'],
  ])('objects to %s in a format', (specifier, objection) => {
    const room = { imports: ['@packwright/core'] };
    expect(findObjection(room, 'packages/x', 'packages/x/src/index.ts', specifier)).toContain(objection);
  });

  test.each(['@packwright/core', './read.ts', './versions/rpf7.ts'])('allows %s in a format', (specifier) => {
    const room = { imports: ['@packwright/core'] };
    expect(findObjection(room, 'packages/x', 'packages/x/src/index.ts', specifier)).toBeUndefined();
  });
});
