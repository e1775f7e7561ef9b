// Child processes as the scripts need them: output passed through, the way of ending as the result.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const onWindows = process.platform === 'win32';
const toolOptions = {
  env: { ...process.env, DO_NOT_TRACK: '1', TURBO_TELEMETRY_DISABLED: '1' },
  shell: onWindows,
};

/** Runs a program to its end and gives its exit code; a signal counts as 128 plus its number, as in a shell. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    // A terminal sends Ctrl-C to the child as well: it decides how to end, and this process waits for it.
    const wait = () => {};
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', wait).on('SIGTERM', forward);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Runs a development tool from the root `node_modules`. */
export function runTool(name, args) {
  return run(toolPath(name), args, toolOptions);
}

/** Runs a development tool and shows what it said, on stderr, only if it failed. */
export function runToolQuietly(name, args) {
  const { error, status, stdout, stderr } = spawnSync(toolPath(name), args, { cwd: root, ...toolOptions });
  if (error !== undefined) throw error;
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  return status ?? 1;
}

/** Runs the npm that runs this script, or the one on the path; what it says goes to stderr. */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const stdio = ['inherit', process.stderr.fd, 'inherit'];
  return npm?.endsWith('npm-cli.js')
    ? run(process.execPath, [npm, ...args], { stdio })
    : run('npm', args, { stdio, shell: onWindows });
}

function toolPath(name) {
  return join(root, 'node_modules', '.bin', name);
}
