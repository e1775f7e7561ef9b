import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './harness.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Installs the command from its packed packages, as a user does, and gives the path of its program. The tree of this
 * repository has hundreds of packages beside it, none of which a user has, and the command looks at each for formats.
 */
export function installCommand(folder) {
  const tarballs = join(folder, 'tarballs');
  const prefix = join(folder, 'installed');
  mkdirSync(tarballs);
  mkdirSync(prefix);
  writeFileSync(join(prefix, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run(['npm', 'pack', '--workspaces', '--pack-destination', tarballs, ...quiet], { cwd: root });
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  run(['npm', 'install', ...quiet, ...files], { cwd: prefix });
  return join(prefix, 'node_modules', 'packwright', 'dist', 'bin.js');
}
