import { join } from 'node:path';
import { ours } from '../archives.mjs';
import { makeMillion } from '../corpus.mjs';
import { peer } from '../harness.mjs';

/** Where the archive of that many entries lies. */
export function millionPath(folder, count) {
  return join(folder, `${count}.pack2`);
}

/** Opening a table, beside reading its bytes and nothing else. */
export async function openMillion(folder, count) {
  const archive = millionPath(folder, count);
  await makeMillion(archive, count);
  return [
    {
      name: 'packwright open and validate, in process',
      ours: true,
      timesItself: true,
      words: peer('packwright-open', archive),
    },
    {
      name: 'reading the bytes, in process',
      timesItself: true,
      // Of few rows both take a moment only, and most of it is the first call of everything.
      goal: count < 1_000_000 ? undefined : { least: 0.5 },
      words: peer('read-table', archive),
    },
  ];
}

/** Printing the names of a table. */
export function listMillion(folder, count, tools) {
  const archive = millionPath(folder, count);
  return [
    { name: 'packwright list', ours: true, words: ours('list', archive) },
    {
      name: 'packwright list, in process',
      ours: true,
      timesItself: true,
      words: peer('packwright-list', archive),
    },
    {
      name: 'C printf loop',
      missing: !tools.pack2List,
      goal: { least: 0.5 },
      words: [tools.pack2List, archive],
    },
  ];
}

/** Starting and ending. */
export function start() {
  return [
    { name: 'packwright --version', ours: true, words: ours('--version') },
    {
      name: 'Node with an empty file',
      goal: { within: 15 },
      words: peer('empty'),
    },
  ];
}
