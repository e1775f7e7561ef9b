import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The members of a `package.json` that the repository's own tests look at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files?: readonly string[];
  readonly sideEffects?: boolean | readonly string[];
  readonly packwright?: FormatDeclaration;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly engines?: Readonly<Record<string, string>>;
}

/** What a format package says about itself so that it need not be imported to be found. */
interface FormatDeclaration {
  readonly contract: number;
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    readonly extensions: readonly string[];
    readonly signatures: readonly { readonly at: number; readonly bytes: string }[];
  }[];
}

/** Package names and the version ranges asked for. */
type Dependencies = Readonly<Record<string, string>>;

/** One package of the workspace: its folder, relative to the repository, and its manifest. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The keyword by which a package declares itself a format plugin. */
export const formatKeyword = 'packwright-format';

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Every package of the workspace. */
export const workspacePackages: readonly WorkspacePackage[] = ['packages', 'apps']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readManifest(folder) }));

/** The `package.json` of a folder of the repository. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

const madeFolders: ReadonlySet<string> = new Set(['.git', '.turbo', 'coverage', 'dist', 'node_modules']);

/** Every file below a folder of the repository, relative to the repository, without what tools make. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (item.isDirectory()) return madeFolders.has(item.name) ? [] : listFiles(path);
    return [path];
  });
}
