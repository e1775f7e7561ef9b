import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The command that is measured: the built one, until an installed one is named. */
export const command = { path: join(here, '../apps/cli/dist/bin.js') };

/** A folder in memory where there is one, so that the disk is not what is measured. */
export function makeWorkFolder(name) {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `packwright-${name}-`));
}

/** Compiles a C peer; nothing when there is no compiler or library. */
export function compile(folder, name, ...libraries) {
  const out = join(folder, 'bin', name);
  mkdirSync(dirname(out), { recursive: true });
  const words = ['-O2', '-o', out, join(here, 'c', `${name}.c`), ...libraries];
  return spawnSync('gcc', words, { stdio: 'ignore' }).status === 0 ? out : undefined;
}

/** Whether a program is installed. */
export function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

/** The words that run a peer of this folder with Node: without flags, which would have Node compile its own modules anew. */
export function peer(name, ...args) {
  return [process.execPath, join(here, 'peers', `${name}.mjs`), ...args];
}

/** Runs words and throws with what they said when they fail. */
export function run(words, options = {}) {
  const { status, error, stderr } = spawnSync(words[0], words.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`${words.join(' ')} failed (${status}): ${stderr.toString().slice(0, 500)}`);
}

/**
 * Runs one contender once in a fresh folder `target`: wall and CPU time in milliseconds, peak memory in megabytes.
 * A peer that times itself writes these to the file named in `BENCH_RESULT`.
 */
export function runOnce(folder, measure, contender) {
  const times = runTimed(folder, measure, contender);
  const made = contender.makes === undefined ? undefined : join(folder, 'target', contender.makes);
  return made === undefined ? times : { ...times, bytes: statSync(made).size };
}

function runTimed(folder, measure, { words, input, timesItself }) {
  const target = join(folder, 'target');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const result = join(folder, 'measured');
  rmSync(result, { force: true });
  // Certificates for the network and the options of others would only make Node start later.
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = { ...inherited, CI: 'true', BENCH_RESULT: result };
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'];
  const options = { cwd: folder, stdio, input, env };
  if (timesItself) {
    run(words, options);
    return JSON.parse(readFileSync(result, 'utf8'));
  }
  const started = performance.now();
  run(measure === undefined ? words : [measure, result, ...words], options);
  if (measure === undefined) return { milliseconds: performance.now() - started };
  const [wall, cpu, peak] = readFileSync(result, 'utf8').split(' ').map(Number);
  return { milliseconds: wall / 1e6, cpu: cpu / 1e3, megabytes: peak / 1024 };
}

/**
 * Runs contenders interleaved: one round after another, so that noise hits all alike. A quick run leaves out those that
 * take longer than all others together.
 */
export function compete(folder, measure, contenders, { rounds, isQuick }) {
  const chosen = contenders.filter(({ isSlow = false }) => !(isSlow && isQuick));
  const present = chosen.filter(({ missing }) => !missing);
  const skipped = chosen.filter(({ missing }) => missing).map(({ name }) => name);
  const runs = new Map(present.map(({ name }) => [name, []]));
  // One round nobody counts: files and code are in the caches for all.
  for (let round = -1; round < rounds; round++) {
    for (const contender of present) {
      const found = runOnce(folder, measure, contender);
      if (round >= 0) runs.get(contender.name).push(found);
    }
  }
  rmSync(join(folder, 'target'), { recursive: true, force: true });
  const rows = present.map(({ name, ours = false, goal }) => ({
    name,
    ours,
    goal,
    ...summarise(runs.get(name)),
  }));
  return { rounds, rows, skipped };
}

function summarise(runs) {
  const times = runs.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const cpu = runs.flatMap((found) => found.cpu ?? []).sort((a, b) => a - b);
  const memory = runs.flatMap(({ megabytes }) => megabytes ?? []);
  return {
    median: median(times),
    fastest: times[0],
    slowest: times.at(-1),
    cpu: cpu.length > 0 ? median(cpu) : undefined,
    megabytes: memory.length > 0 ? Math.max(...memory) : undefined,
    bytes: runs[0]?.bytes,
  };
}

function median(sorted) {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
