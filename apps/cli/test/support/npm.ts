import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { finish } from './run-command.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Runs npm without a network, with a cache of its own; its output, or an error when it fails. */
export async function runNpm(args: readonly string[], cwd: string, cache: string): Promise<string> {
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const quiet = [
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    '--cache',
    cache,
  ];
  // A running npm tells its children its own settings, the workspace among them.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  );
  const child = spawn(program, [...first, ...args, ...quiet], {
    cwd,
    env,
    shell: process.platform === 'win32',
  });
  const { code, stdout, stderr } = await finish(child);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${stderr}`);
  return stdout;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packs the command, all its packages, what those depend on, and the example plugin; gives the tarballs by name. */
export async function packEverything(folder: string, cache: string): Promise<ReadonlyMap<string, string>> {
  mkdirSync(folder, { recursive: true });
  const own = [
    ...readdirSync(join(repository, 'packages')).map((name) => join(repository, 'packages', name)),
    join(repository, 'apps', 'cli'),
    join(repository, 'examples', 'packwright-format-doom-wad'),
  ];
  const manifests = own.map(readManifest);
  const names = new Set(manifests.map(({ name }) => name));
  const foreign = new Set(
    manifests
      .flatMap(({ dependencies }) => Object.keys(dependencies ?? {}))
      .filter((name) => !names.has(name)),
  );
  const folders = [...own, ...[...foreign].map((name) => join(repository, 'node_modules', name))];
  const packed = await runNpm(['pack', '--json', '--pack-destination', folder, ...folders], folder, cache);
  const tarballs: readonly { name: string; filename: string }[] = JSON.parse(packed);
  return new Map(tarballs.map(({ name, filename }) => [name, join(folder, basename(filename))]));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
