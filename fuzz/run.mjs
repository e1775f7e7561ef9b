// npm run fuzz [-- --seconds N] [--seed N] [--only read|edit|recipe] [ARCHIVE …]: breaks archives in random ways, and looks
// whether what is said of them and done to them agrees. Those that show a fault are kept in fuzz/findings.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeWorkFolder } from '../bench/harness.mjs';
import { build, checkNode, fail, install } from '../scripts/setup.mjs';
import { Random } from './random.mjs';

const options = {
  seconds: { type: 'string', default: '60' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  only: { type: 'string' },
};
/** A run that takes longer hangs, or as good as hangs. */
const slow = 10_000;

async function main() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  checkNode();
  await install();
  build();
  // Imported only now: they need what was just built.
  const works = await loadWorks(values.only);
  const { collectArchives } = await import('./archives.mjs');
  const folder = makeWorkFolder('fuzz');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
  const archives = await collectArchives(positionals);
  console.log(`Seed ${values.seed}: ${archives.length} archives, ${values.seconds} seconds.`);
  const findings = await run(works, archives, folder, Number(values.seed), Number(values.seconds));
  process.exitCode = findings > 0 ? 1 : 0;
}

async function loadWorks(only) {
  const { fuzzRead } = await import('./read.mjs');
  const { fuzzEdit } = await import('./edit.mjs');
  const { fuzzRecipe } = await import('./recipe.mjs');
  // Of larger archives there would be too few runs.
  const works = [
    { name: 'read', fuzz: fuzzRead, largest: 4 * 2 ** 20 },
    { name: 'edit', fuzz: fuzzEdit, largest: 2 ** 19 },
    { name: 'recipe', fuzz: fuzzRecipe, largest: 2 ** 18 },
  ];
  const chosen = works.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`--only is "${only}", expected read, edit or recipe.`);
  return chosen;
}

async function run(works, archives, folder, seed, seconds) {
  const { mutate } = await import('./mutate.mjs');
  const { ArchiveError } = await import('@packwright/core');
  const random = new Random(seed);
  const end = performance.now() + seconds * 1000;
  const counts = { runs: 0, refused: 0, findings: 0 };
  while (performance.now() < end) {
    const { name, fuzz, largest } = random.pick(works);
    const archive = random.pick(archives.filter(({ bytes }) => bytes.length <= largest));
    if (archive === undefined)
      throw new Error(`There is no archive of at most ${largest} bytes for "${name}".`);
    const bytes = random.once(10) ? archive.bytes : mutate(archive.bytes, random);
    const path = freshFile(folder, archive, bytes);
    const started = performance.now();
    counts.runs++;
    try {
      await fuzz(path, random);
      if (performance.now() - started > slow) throw new Error(`it took more than ${slow / 1000} seconds`);
    } catch (error) {
      if (ArchiveError.is(error)) counts.refused++;
      else keepFinding(archive, bytes, `${name}-${seed}-${++counts.findings}`, error);
    }
  }
  console.log(`${counts.runs} runs, ${counts.refused} refused, ${counts.findings} findings.`);
  return counts.findings;
}

/** The bytes in a file of their own, in a folder with nothing else: an edit leaves a journal. */
function freshFile(folder, { name }, bytes) {
  const place = join(folder, 'work');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  const path = join(place, `archive${name.slice(name.lastIndexOf('.'))}`);
  writeFileSync(path, bytes);
  return path;
}

function keepFinding({ name }, bytes, title, error) {
  const folder = join(import.meta.dirname, 'findings');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, title + name.slice(name.lastIndexOf('.')));
  writeFileSync(path, bytes);
  console.error(`${path}, of ${name}: ${error?.stack ?? error}`);
}

await main().catch(fail);
