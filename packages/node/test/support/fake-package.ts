import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file and the folders above it. */
export function writeTree(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** What a fake plugin package is made of. */
export interface FakePackage {
  readonly id?: string;
  /** Replaces the field `packwright`. */
  readonly packwright?: unknown;
  /** Further members of `package.json`. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Replaces the module. */
  readonly module?: string;
}

/** Makes a plugin package in a `node_modules`; its module notes that it ran in `globalThis.ranPlugins`. */
export function addPackage(nodeModules: string, name: string, fake: FakePackage = {}): string {
  const { id = 'fake', module = pluginModule(id) } = fake;
  const folder = join(nodeModules, name);
  const packwright = 'packwright' in fake ? fake.packwright : { contract: 1, formats: [formatData(id)] };
  const manifest = {
    name,
    version: '1.2.3',
    type: 'module',
    exports: './index.js',
    packwright,
    ...fake.manifest,
  };
  writeTree(join(folder, 'package.json'), JSON.stringify(manifest));
  writeTree(join(folder, 'index.js'), module);
  return folder;
}

/** The manifest's data of a fake format. */
export function formatData(id: string): object {
  return { id, title: `Format ${id}`, extensions: ['.fake'], signatures: [{ at: 0, bytes: '46414b45' }] };
}

/** A module whose plugin agrees with `formatData`. */
export function pluginModule(id: string): string {
  return `globalThis.ranPlugins = [...(globalThis.ranPlugins ?? []), ${JSON.stringify(id)}];
export default {
  contract: 1,
  ...${JSON.stringify(formatData(id))},
  options: {},
  detect: () => undefined,
  open: async () => ({ variant: 'x', entries: { length: 0, at: () => ({ extents: [] }) }, structure: [] }),
};
`;
}
