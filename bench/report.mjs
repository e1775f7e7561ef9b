import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawBars } from './bars.mjs';
import { furtherGoals, goalsOf } from './goals.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Where a report goes: a quick one is for who made it, and leaves the full one as it is. */
export function reportFolder(isQuick) {
  return isQuick ? join(here, 'quick') : here;
}

/** Writes RESULTS.md, results.json and one chart for each table. */
export function writeReport(results) {
  const folder = reportFolder(results.machine.isQuick);
  const charts = join(folder, 'charts');
  rmSync(charts, { recursive: true, force: true });
  mkdirSync(charts, { recursive: true });
  const goals = [...results.tables.flatMap(goalsOf), ...furtherGoals(results)];
  const lines = [...preface(results), '', ...goalLines(goals)];
  for (const table of results.tables) {
    writeFileSync(join(charts, `${table.id}.svg`), drawBars(table));
    lines.push(
      '',
      `## ${table.title}`,
      '',
      ...tableLines(table),
      '',
      `![${table.title}](charts/${table.id}.svg)`,
    );
    if (table.note !== undefined) lines.push('', table.note);
    if (table.skipped.length > 0) lines.push('', `Skipped, not installed: ${table.skipped.join('; ')}.`);
  }
  lines.push('', ...further(results), '');
  writeFileSync(join(folder, 'RESULTS.md'), lines.join('\n'));
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify({ ...results, goals }, null, 2)}\n`);
  return goals;
}

function* preface({ machine, rounds }) {
  yield '# Benchmark results';
  yield '';
  yield `Made by \`npm run bench${machine.isQuick ? ' -- --quick' : ''}\` on ${machine.date} at commit ${machine.commit}: ${machine.cores} cores (${machine.model}), ${machine.memory} GB, Node ${machine.node}; load average before: ${machine.load}.${tellStolen(machine)}`;
  yield '';
  yield `All contenders of a table ran interleaved, ${rounds} rounds each after one that does not count, in a memory file system.${machine.isQuick ? ' A quick run leaves the slowest out, and its large corpus and solid block are too small for the goals they have in a full one.' : ''}`;
  yield 'Times are wall clock of the whole program, start included, unless it says "in process"; CPU is user and system time of all threads.';
  yield 'Ratio: how many times as fast Packwright’s first row is (below 1: slower).';
}

/** On a machine that shares its processors with others. */
function tellStolen({ stolen }) {
  if (stolen === undefined || stolen < 0.001) return '';
  return ` Other machines of its host took ${(100 * stolen).toFixed(1)} % of its processor time meanwhile.`;
}

function* goalLines(goals) {
  yield '## Goals';
  yield '';
  yield '| work | goal | found | |';
  yield '|---|---|---|---|';
  for (const { title, subject, goal, found, isMet } of goals) {
    const who = subject.includes('in process') ? ' (in process)' : '';
    yield `| ${title}${who} | ${inCell(goal)} | ${found} | ${isMet ? 'reached' : '**missed**'} |`;
  }
}

function* tableLines({ rows }) {
  const hasSizes = rows.some(({ bytes }) => bytes !== undefined);
  yield `| | median | spread | CPU | ratio | peak memory |${hasSizes ? ' size |' : ''}`;
  yield `|---|---:|---:|---:|---:|---:|${hasSizes ? '---:|' : ''}`;
  const [first] = rows;
  for (const row of rows) {
    const cells = [
      row.ours ? `**${row.name}**` : inCell(row.name),
      `${row.median.toFixed(1)} ms`,
      `${row.fastest.toFixed(0)}–${row.slowest.toFixed(0)} ms`,
      row.cpu === undefined ? '' : `${row.cpu.toFixed(0)} ms`,
      row === first ? '1' : (row.median / first.median).toFixed(2),
      row.megabytes === undefined ? '' : `${row.megabytes.toFixed(0)} MB`,
    ];
    if (hasSizes) cells.push(row.bytes === undefined ? '' : `${(row.bytes / 1e6).toFixed(2)} MB`);
    yield `| ${cells.join(' | ')} |`;
  }
}

/** Text as it can stand in a table: a pipe would end the cell. */
function inCell(text) {
  return text.replaceAll('|', '\\|');
}

function* further({ edit, opened, growth, memory, names }) {
  yield '## Further figures';
  yield '';
  yield `- Replacing 1 MB in a sparse pack2 of 20 GB: ${edit.milliseconds.toFixed(0)} ms, ${(edit.written / 2 ** 20).toFixed(2)} MB written; undo ${edit.undo.toFixed(0)} ms.`;
  yield `- Opening ${opened.entries.toLocaleString('en')} entries: the heap grows by ${opened.heapMegabytes.toFixed(1)} MB.`;
  yield `- Names: ${names.names.toLocaleString('en')} load in ${names.loadMilliseconds.toFixed(0)} ms; CRC-64 runs at ${names.bulkGigabytes.toFixed(2)} GB/s on long data and ${names.shortMillions.toFixed(1)} million names a second.`;
  yield '';
  yield 'How the cost grows with the number of entries, the faster of two runs each; the exponent is that of the last step, 1 is linear:';
  yield '';
  yield `| work | ${growth[0].counts.map((count) => count.toLocaleString('en')).join(' | ')} | exponent |`;
  yield `|---|${'---:|'.repeat(growth[0].counts.length + 1)}`;
  for (const { work, times, exponent } of growth)
    yield `| ${work} | ${times.map((time) => `${time.toFixed(1)} ms`).join(' | ')} | ${exponent.toFixed(2)} |`;
  yield '';
  yield 'Peak memory of the command with `--memory 64M`, Node itself (about 45 MB) and its threads included:';
  yield '';
  yield '| work | peak memory |';
  yield '|---|---:|';
  for (const { work, megabytes } of memory) {
    if (megabytes !== undefined) yield `| ${work} | ${megabytes.toFixed(0)} MB |`;
  }
}
