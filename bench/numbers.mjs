import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deflated, ours, oursCreate } from './archives.mjs';
import { peer, run, runOnce } from './harness.mjs';
import { millionPath } from './works/table.mjs';

/**
 * How the cost of each work grows with the number of entries: the exponent from the second largest table to the largest,
 * where Node's own start weighs least, is 1 where it is linear.
 */
export function measureGrowth(folder, measure, tables, grownTo) {
  const counts = tables.filter((count) => count <= grownTo);
  const works = {
    open: (table) => ({ timesItself: true, words: peer('packwright-open', table) }),
    list: (table) => ({ words: ours('list', table) }),
    verify: (table) => ({ words: ours('verify', '-q', table) }),
    extract: (table) => ({ words: ours('extract', '-q', table, '-o', 'target/new') }),
  };
  return Object.entries(works).map(([work, contenderFor]) => {
    const times = counts.map((count) =>
      fasterOfTwo(folder, measure, contenderFor(millionPath(folder, count))),
    );
    const [before, last] = times.slice(-2);
    const [fewer, most] = counts.slice(-2);
    return { work, counts, times, exponent: Math.log(last / before) / Math.log(most / fewer) };
  });
}

function fasterOfTwo(folder, measure, contender) {
  const runs = [0, 1].map(() => runOnce(folder, measure, contender).milliseconds);
  return Math.min(...runs);
}

/** What an opened table adds to the heap. */
export function measureHeap(folder, count) {
  const [node, ...words] = peer('packwright-open', millionPath(folder, count));
  return runOnce(folder, undefined, { timesItself: true, words: [node, '--expose-gc', ...words] });
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
