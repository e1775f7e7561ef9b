import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const binPath: string = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** The program that it runs. */
export const commandPath: string = fileURLToPath(new URL('../../dist/command.cjs', import.meta.url));

if (!existsSync(binPath)) {
  throw new Error(
    `${binPath} is missing: these tests are about the built command. Build it with "npm run build".`,
  );
}

/** How the command is run. */
export interface RunOptions {
  readonly cwd?: string;
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Another copy of the command. */
  readonly bin?: string;
}

/** How it ended. */
export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** What the test runner or the machine may have set and what would change the output. */
export const neutralEnvironment: Readonly<Record<string, string | undefined>> = {
  CI: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  NODE_OPTIONS: undefined,
  VITEST: undefined,
};

/** Starts the built command. */
export function startCommand(
  args: readonly string[],
  options: RunOptions = {},
  spawnOptions: SpawnOptions = {},
): ChildProcess {
  const env = { ...process.env, ...neutralEnvironment, ...options.env };
  return spawn(process.execPath, [options.bin ?? binPath, ...args], {
    cwd: options.cwd,
    env,
    ...spawnOptions,
  });
}

/** Runs the built command to its end. */
export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = startCommand(args, options);
  child.stdin?.on('error', () => undefined).end(options.input ?? '');
  return finish(child);
}

/** Waits for a command and gathers what it says. */
export function finish(child: ChildProcess): Promise<RunResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const bytes = Buffer.concat(out);
      resolve({ code, stdout: bytes.toString(), bytes, stderr: Buffer.concat(err).toString() });
    });
  });
}

/** Runs a command whose output nobody reads. */
export function runIntoClosedPipe(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = startCommand(args, options);
  child.stdin?.end();
  child.stdout?.destroy();
  return finish(child);
}
