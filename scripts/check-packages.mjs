// Packs every package as npm would publish it, and checks what users get: entry points that exist (publint), and types
// that resolve (Are The Types Wrong). One process for all: loading the tools takes longer than a check.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from './run.mjs';

/** Ways of importing that packages of ES modules alone do not serve. */
const unserved = ['node10', 'node16-cjs'];

const folder = mkdtempSync(join(tmpdir(), 'packwright-packages-'));
try {
  for (const { name, filename } of pack(folder)) {
    // npm 9 and before put the scope into a folder in what they tell, but not on the disk.
    const tarball = readFileSync(join(folder, filename.replace('@', '').replace('/', '-')));
    const problems = [...(await findEntryProblems(tarball)), ...(await findTypeProblems(tarball))];
    if (problems.length > 0) process.exitCode = 1;
    for (const problem of problems) console.error(`${name}: ${problem}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs all workspaces; gives their names and tarballs. */
function pack(destination) {
  const npm = process.env.npm_execpath;
  const args = ['pack', '--workspaces', '--json', '--loglevel=error', '--pack-destination', destination];
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const { error, status, stdout } = spawnSync(program, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: program === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm pack ended with exit code ${status}.`);
  return JSON.parse(stdout);
}

async function findEntryProblems(tarball) {
  const copy = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length);
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: copy } });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

async function findTypeProblems(tarball) {
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (types === false) return ['it has no types.'];
  return problems
    .filter(({ resolutionKind }) => !unserved.includes(resolutionKind))
    .map(({ kind, ...details }) => `${kind} ${JSON.stringify(details)}`);
}
