import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  type Finding,
  type OpenContext,
} from '@packwright/core';
import { blockLength, variant } from './layout.ts';
import { readChain } from './read-chain.ts';
import type { RecordTable } from './record-table.ts';
import { type PackSurvey, surveyLength, surveyPack } from './survey.ts';

/** Reads all lists. A file that is cut off gives the entries before the first that runs past its end. */
export async function openPack(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const { table, problem } = await readChain(source, context.limits, context.signal, context.memory);
  if (problem !== undefined) {
    const { error, message, offset, code } = problem;
    if (table.length === 0 && code !== 'data-beyond-file') throw new ArchiveError(error, message, { offset });
    context.report({
      severity: 'error',
      code,
      message: `${message} The entries before it are kept.`,
      offset,
    });
  }
  context.memory.take(surveyLength * table.length);
  const survey = surveyPack(table, source.size);
  context.memory.release(surveyLength * table.length);
  for (const finding of findClientLimits(table, survey)) context.report(finding);
  return {
    variant,
    entries: table,
    structure: table.chunks.map(({ offset }, chunk) => ({
      name: `list ${chunk}`,
      offset,
      length: survey.rooms[chunk] ?? 0,
    })),
    // The games themselves put new files into gaps.
    gaps: problem === undefined ? 'free' : 'foreign',
    writeOptions: { layout: survey.isBlocked ? 'blocks' : 'compact' },
    attributes: { chunks: table.chunks.length },
  };
}

/** What readers accept and the games' client does not. */
function findClientLimits(table: RecordTable, survey: PackSurvey): readonly Finding[] {
  const findings: Finding[] = [];
  const long = table.chunks.find(({ list }) => list.length > blockLength);
  if (long !== undefined) {
    findings.push({
      severity: 'warning',
      code: 'list-over-block',
      message: `The list at offset ${long.offset} has ${long.list.length} bytes, expected at most ${blockLength}: a game does not see the rest.`,
      offset: long.offset,
    });
  }
  const inside = table.chunks[survey.insideData];
  if (inside !== undefined) {
    findings.push({
      severity: 'warning',
      code: 'list-inside-data',
      message: `The list at offset ${inside.offset} lies inside the data of a file, expected it apart: a game may crash.`,
      offset: inside.offset,
    });
  }
  if (survey.sharing >= 0) {
    findings.push({
      severity: 'warning',
      code: 'data-shared',
      message: `Record ${survey.sharing} has bytes in common with another, expected bytes of its own: a game may crash.`,
      entry: survey.sharing,
    });
  }
  const tight = table.chunks.find((_, chunk) => survey.rooms[chunk] !== blockLength);
  if (tight !== undefined && long === undefined) {
    findings.push({
      severity: 'note',
      code: 'list-without-block',
      message: `The list at offset ${tight.offset} has no block of ${blockLength} bytes of its own, which a game expects.`,
      offset: tight.offset,
    });
  }
  return findings;
}
