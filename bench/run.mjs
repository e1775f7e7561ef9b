// npm run bench [-- --quick]: builds corpora, runs ours and the peers interleaved, writes RESULTS.md, results.json and charts;
// a quick run writes them into the folder quick.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { build, checkNode, fail, install } from '../scripts/setup.mjs';
import { buildArchives } from './archives.mjs';
import { command, compete, compile, makeWorkFolder } from './harness.mjs';
import { installCommand } from './installed.mjs';
import { compareThreads, measureGrowth, measureHeap, measureMemory, measureNames } from './numbers.mjs';
import { reportFolder, writeReport } from './report.mjs';
import { watchStolenTime } from './stolen.mjs';
import { solid, solidGoals, verify } from './works/check.mjs';
import { createDeflated, createStored } from './works/create.mjs';
import { extractDeflated, extractStored, largeGoals, smallGoals } from './works/extract.mjs';
import { listMillion, openMillion, start } from './works/table.mjs';

const isQuick = process.argv.includes('--quick');
const scale = isQuick
  ? { rounds: 2, large: 30_000, blocks: 100, grownTo: 100_000 }
  : { rounds: 7, large: 100_000, blocks: 800, grownTo: 1_000_000 };
const files = 10_000;
const tables = [10_000, 100_000, 1_000_000];
const names = 2_000_000;

async function isInstalled(name) {
  return import(name).then(
    () => true,
    () => false,
  );
}

async function prepareTools(folder) {
  return {
    measure: compile(folder, 'measure'),
    pakExtract: compile(folder, 'pak-extract'),
    physfs: compile(folder, 'pak-extract-physfs', '-lphysfs'),
    pack2Extract: compile(folder, 'pack2-extract', '-ldeflate'),
    pack2List: compile(folder, 'pack2-list'),
    pakCreate: compile(folder, 'pak-create'),
    fflate: await isInstalled('fflate'),
    yauzl: await isInstalled('yauzl'),
    asar: await isInstalled('@electron/asar'),
  };
}

function say(text) {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

function describeMachine() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD']);
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? '',
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: status === 0 ? stdout.toString().trim() : 'none',
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0].toFixed(2),
    isQuick,
  };
}

/** Runs one table after the other and gathers them. */
class Races {
  tables = [];
  #folder;
  #tools;

  constructor(folder, tools) {
    this.#folder = folder;
    this.#tools = tools;
  }

  run(id, title, contenders, note) {
    say(title);
    const table = compete(this.#folder, this.#tools.measure, contenders, {
      rounds: scale.rounds,
      isQuick,
    });
    for (const name of table.skipped) say(`  skipped, not installed: ${name}`);
    this.tables.push({ id, title, ...table, note });
  }
}

/** Works over files: extract, verify, create. */
async function raceFiles(races, folder, tools) {
  say('building the small corpus');
  const small = buildArchives(folder, 'small', files, 10_000, ['pak', 'pack2', 'storedZip', 'zip', 'tar']);
  if (tools.asar) {
    const { createPackage } = await import('@electron/asar');
    await createPackage(small.source, small.file('.asar'));
  }
  const text = describe(small);
  races.run('extract-stored', `Extract, stored, ${text}`, extractStored(small, tools, smallGoals));
  races.run('extract-deflated', `Extract, zlib per entry, ${text}`, extractDeflated(small, tools));
  races.run('verify', `Verify, zlib per entry, ${text}`, verify(small));
  races.run('create-stored', `Create, stored, ${text}`, createStored(small, tools));
  races.run('create-deflated', `Create, zlib per entry, ${text}`, createDeflated(small));
  say('building the large corpus');
  const large = buildArchives(folder, 'large', files, scale.large, ['pak', 'storedZip', 'tar']);
  const stored = extractStored(large, { ...tools, asar: undefined }, isQuick ? {} : largeGoals);
  races.run(
    'extract-large',
    `Extract, stored, ${describe(large)}`,
    stored.filter(({ name }) => !name.startsWith('asar')),
  );
  for (const name of ['large', 'large.pak', 'large.tar', 'large-stored.zip']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  say('building the solid block');
  const block = buildArchives(folder, 'block', scale.blocks, 500_000, ['solid']);
  races.run(
    'solid',
    `Decode one solid block of ${megabytes(block)}`,
    solid(block, isQuick ? {} : solidGoals),
  );
  return { small, block };
}

/** Works over tables: open, list. */
async function raceTables(races, folder, tools) {
  for (const count of tables) {
    const title = `Open and validate ${count.toLocaleString('en')} entries`;
    races.run(`open-${count}`, title, await openMillion(folder, count));
  }
  const largest = tables.at(-1);
  races.run(
    'list',
    `List ${largest.toLocaleString('en')} entries as text`,
    listMillion(folder, largest, tools),
  );
  races.run('start', 'Start', start());
}

function describe(corpus) {
  return `${corpus.names.length.toLocaleString('en')} files, ${megabytes(corpus)}`;
}

function megabytes({ bytes }) {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

async function main() {
  checkNode();
  await install();
  build();
  // Imported only now: it needs what was just built.
  const { editSparse } = await import('./edit-sparse.mjs');
  const machine = describeMachine();
  const stolenTime = watchStolenTime();
  const folder = makeWorkFolder('bench');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
  const tools = await prepareTools(folder);
  say('installing the command from its packages');
  command.path = installCommand(folder);
  const races = new Races(folder, tools);
  const corpora = await raceFiles(races, folder, tools);
  await raceTables(races, folder, tools);
  const largest = tables.at(-1);
  say('editing a sparse archive of 20 GB');
  const edit = await editSparse();
  say('heap, names, growth, memory and threads');
  const goals = writeReport({
    machine: { ...machine, stolen: stolenTime() },
    rounds: scale.rounds,
    tables: races.tables,
    edit,
    opened: measureHeap(folder, largest),
    names: measureNames(folder, names),
    growth: measureGrowth(folder, tools.measure, tables, scale.grownTo),
    memory: measureMemory(folder, tools.measure, corpora, largest),
    isSame: compareThreads(folder, corpora.small),
  });
  const missed = goals.filter(({ isMet }) => !isMet);
  const report = relative(process.cwd(), join(reportFolder(isQuick), 'RESULTS.md'));
  say(`done: ${report}; ${goals.length - missed.length} of ${goals.length} goals reached`);
  for (const { title, goal, found } of missed) say(`  missed: ${title}: ${goal}, found ${found}`);
}

await main().catch(fail);
