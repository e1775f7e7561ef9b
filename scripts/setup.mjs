// Brings a clone into working order: installs from the lock and builds, each only when it is out of date.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { root, runNpm, runToolQuietly } from './run.mjs';

const oldestNode = [20, 19];
const lockFile = join(root, 'package-lock.json');
const installedLock = join(root, 'node_modules', '.package-lock.json');
const buildStamp = join(root, 'node_modules', '.cache', 'packwright', 'built');

/** Throws unless this Node can run the project; npm itself only warns. */
export function checkNode() {
  const [major, minor] = versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new Error(`Packwright needs Node ${oldestNode.join('.')} or newer; this is Node ${versions.node}.`);
  }
}

/** Installs the dependencies when `node_modules` is missing or older than the lock. */
export async function install() {
  // npm writes its hidden lock last, so an interrupted install counts as none.
  if (modified(installedLock) > modified(lockFile)) return;
  console.error('Installing dependencies …');
  const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ci ended with exit code ${code}.`);
}

/** Builds every package when a source is newer than the last build. */
export function build() {
  const folders = packageFolders();
  if (isBuilt(folders)) return;
  const started = new Date();
  console.error('Building …');
  for (const folder of folders) removeOrphans(folder);
  const code = runToolQuietly('turbo', ['run', 'build', '--output-logs=errors-only']);
  if (code !== 0) throw new Error(`The build ended with exit code ${code}.`);
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, '');
  // A source saved during the build is newer than the stamp and is built next time.
  utimesSync(buildStamp, started, started);
}

function packageFolders() {
  return ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .map((name) => join(root, parent, name))
      .filter((folder) => modified(join(folder, 'tsconfig.build.json')) > 0),
  );
}

function isBuilt(folders) {
  const built = modified(buildStamp);
  const inputs = folders.flatMap((folder) => [
    ...walk(join(folder, 'src')),
    join(folder, 'package.json'),
    join(folder, 'tsconfig.build.json'),
  ]);
  return (
    folders.every((folder) => modified(join(folder, 'dist')) > 0) &&
    [join(root, 'tsconfig.base.json'), join(root, 'scripts', 'bundle.mjs'), ...inputs].every(
      (path) => modified(path) < built,
    )
  );
}

/** Removes what an earlier build made of sources that are gone. */
function removeOrphans(folder) {
  const dist = join(folder, 'dist');
  if (modified(dist) === 0) return;
  for (const path of walk(dist)) {
    const source = join(folder, 'src', path.slice(dist.length).replace(/(\.d)?\.[jt]s$/, '.ts'));
    if (modified(source) === 0) rmSync(path, { recursive: true, force: true });
  }
}

/** The folder, and every folder and file in it: a folder's own time tells of removed files. */
function walk(folder) {
  return [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name))];
}

/** When a path was last modified, in milliseconds; 0 when it does not exist. */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Reports a failure in one line and ends with exit code 1: a stack would only hide the sentence. */
export function fail(error) {
  console.error(error.message);
  exit(1);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    checkNode();
    await install();
    build();
  } catch (error) {
    fail(error);
  }
}
