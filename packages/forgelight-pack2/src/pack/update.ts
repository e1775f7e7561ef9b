import type { ArchiveIndex, Change, UpdateContext, WritePart } from '@packwright/core';
import { findRests } from '../rests.ts';
import { blockLength, largestOffset } from './layout.ts';
import type { WriteOptions } from './options.ts';
import { type EditedList, planEdit } from './plan-edit.ts';
import { readChain } from './read-chain.ts';
import { buildList } from './record.ts';
import { surveyPack } from './survey.ts';

/**
 * Changes a pack in place: new data where core finds room, new lists at the end, from the last to the first since
 * each names the next, and then the changed lists where they are.
 */
export async function updatePack(
  _index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<WriteOptions>,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  const { source, limits, signal, options } = context;
  const { table, problem } = await readChain(source, limits, signal);
  if (problem !== undefined) return { rewrite: `its chain of lists is damaged: ${problem.message}` };
  const survey = surveyPack(table, source.size);
  if (survey.sharing >= 0 || survey.insideData >= 0) {
    return { rewrite: 'some of its files or lists share bytes, so that none can be changed alone' };
  }
  const lists = planEdit(table, survey, changes, options);
  if ('rewrite' in lists) return lists;
  if (lists[0]?.records.length === 0) {
    return { rewrite: 'its first list would be empty, and such an archive is not recognised' };
  }
  const grown = lists.reduce((sum, list) => sum + growth(list), source.size);
  if (grown > largestOffset) {
    return { rewrite: `it might grow to ${grown} bytes, and its offsets have 32 bits` };
  }
  return applyEdit(lists, context);
}

/** Most bytes that a list adds to the file. */
function growth({ offset, records }: EditedList): number {
  return records.reduce((sum, { data }) => sum + (data?.size ?? 0), offset === undefined ? blockLength : 0);
}

async function* applyEdit(
  lists: readonly EditedList[],
  context: UpdateContext<WriteOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  yield* writeData(lists, context);
  const changed: WritePart[] = [];
  let next = 0;
  for (const { offset, next: oldNext, room, records, isChanged } of [...lists].reverse()) {
    if (records.length === 0 && offset !== undefined) {
      // An empty list is left out of the chain, and its room is free.
      changed.push({ at: offset, pieces: [{ zeros: room }] });
      continue;
    }
    const bytes = buildList(
      next,
      records.map(({ record }) => record),
      room,
    );
    if (offset === undefined) {
      yield { end: true, pieces: [{ bytes }] };
      const placed = await context.placed();
      next = placed.at(placed.length - 1);
    } else {
      if (isChanged || next !== oldNext) changed.push({ at: offset, pieces: [{ bytes }] });
      next = offset;
    }
  }
  yield* changed;
}

/** Yields the new data, and completes the records with its places. */
async function* writeData(
  lists: readonly EditedList[],
  context: UpdateContext<WriteOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const rows = lists.flatMap(({ records }) => records.filter(({ data }) => data !== undefined));
  const filled = rows.filter(({ data }) => data !== undefined && data.size > 0);
  for (const { data } of filled) {
    yield { pieces: [{ entry: data?.change ?? 0 }], checksum: { algorithm: 'crc32', over: 'content' } };
  }
  const placed = await context.placed();
  const rests = findRests(
    filled.map(({ record }) => record),
    placed,
    context.source.size,
  );
  for (const row of rows) row.record = { ...row.record, length: 0, crc32: 0 };
  for (const [part, row] of filled.entries()) {
    row.record = {
      ...row.record,
      offset: placed.at(part),
      length: placed.size(part),
      crc32: Number(placed.checksum(part) ?? 0),
    };
  }
  for (const { offset, length } of rests) yield { at: offset, pieces: [{ zeros: length }] };
}
