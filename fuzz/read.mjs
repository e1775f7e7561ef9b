import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extractArchive, verifyInParallel } from '@packwright/node';
import { digest, mostEntries, outcomeOf, withArchive } from './formats.mjs';

const memories = [512 * 2 ** 20, 512 * 2 ** 20, 64 * 2 ** 20, 16 * 2 ** 20];

/** An entry that core reads as a whole, and extraction and verification on their quick ways, comes to the same. */
export async function fuzzRead(path, random) {
  const limits = { memory: random.pick(memories) };
  await withArchive(path, { limits }, async (archive) => {
    if (archive.length > mostEntries) return;
    const files = [...archive.entries()].filter(({ kind }) => kind === 'file');
    const expected = new Map();
    for (const entry of files) expected.set(entry.index, await outcomeOf(() => entry.bytes()));
    await compareVerify(archive);
    await compareExtract(archive, expected, join(path, '..', 'out'), random.once(6) ? 2 : 1);
  });
}

async function compareVerify(archive) {
  const [one, many] = [await archive.verify(), await verifyInParallel(archive, { jobs: 2 })].map((report) =>
    report.failures.map(({ entry, error }) => `${entry} ${error.code}`).sort(),
  );
  if (one.join() !== many.join()) throw new Error(`verify finds [${one}], with threads [${many}]`);
}

async function compareExtract(archive, expected, out, jobs) {
  rmSync(out, { recursive: true, force: true });
  const results = new Map();
  const onEntry = (result) => results.set(result.entry, result);
  const { failed } = await extractArchive(archive, out, { jobs, onEntry });
  const codes = new Map(failed.map(({ entry, error }) => [entry, error.code]));
  for (const [entry, wanted] of expected) {
    const { status, target } = results.get(entry) ?? { status: 'failed' };
    const found = status === 'written' ? digest(readFileSync(join(out, target))) : codes.get(entry);
    // What does not fit the memory as a whole may well be streamed, and names have limits of their own.
    if (found === wanted || [wanted, found].includes('LIMIT_EXCEEDED') || found === 'PATH_UNSAFE') continue;
    throw new Error(`entry ${entry} is read as ${wanted}, extracted as ${found}`);
  }
}
