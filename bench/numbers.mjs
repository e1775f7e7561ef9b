import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deflated, ours, oursCreate } from './archives.mjs';
import { peer, run, runOnce } from './harness.mjs';
import { millionPath } from './works/table.mjs';

/** How cost grows with the number of entries: 1 is linear. */
export function exponent(counts, tables) {
  const times = tables.map(({ rows }) => rows.find(({ ours: isOurs }) => isOurs).median);
  return Math.log(times.at(-1) / times[0]) / Math.log(counts.at(-1) / counts[0]);
}

/** What an opened table adds to the heap. */
export function measureHeap(folder, count) {
  return runOnce(folder, undefined, {
    timesItself: true,
    words: peer('packwright-open', millionPath(folder, count)),
  });
}

/** Loading names and hashing. */
export function measureNames(folder, count) {
  return runOnce(folder, undefined, { timesItself: true, words: peer('names', String(count)) });
}

/** Peak memory of the command under `--memory 64M`. */
export function measureMemory(folder, measure, corpora, largest) {
  const { small, block } = corpora;
  const works = [
    ['verify', small.file('.pak')],
    ['verify', small.file('.pack2')],
    ['verify', block.file('.vpp_pc')],
    ['verify', millionPath(folder, largest)],
    ['extract', small.file('.pack2'), '-o', 'target'],
    ['extract', block.file('.vpp_pc'), '-o', 'target'],
    ['list', millionPath(folder, largest)],
    ['create', '-f', 'forgelight-pack2', 'target/out.pack2', small.source],
  ];
  return works.map(([verb, ...args]) => {
    const { megabytes } = runOnce(folder, measure, { words: ours(verb, '-q', '--memory', '64M', ...args) });
    const subject = args.find((word) => word.startsWith(folder)) ?? '';
    return { work: `${verb} ${subject.slice(folder.length + 1)}`, megabytes };
  });
}

/** Whether one, two and four threads make the same archive. */
export function compareThreads(folder, { source }) {
  const target = join(folder, 'target');
  const digests = ['1', '2', '4'].map((jobs) => {
    mkdirSync(target, { recursive: true });
    run([...oursCreate('forgelight-pack2', join(target, jobs), source, deflated), '--jobs', jobs]);
    return createHash('sha256')
      .update(readFileSync(join(target, jobs)))
      .digest('hex');
  });
  rmSync(target, { recursive: true });
  return new Set(digests).size === 1;
}
