import {
  Archive,
  type Codec,
  CodecRegistry,
  type Finding,
  type FormatPlugin,
  MemoryBudget,
  MemoryShare,
} from '@packwright/core';
import { columnTable } from './entry-columns.ts';
import type { EntryJob } from './entry-job.ts';
import type { RunSource } from './run-source.ts';

/** The entries of a job as an archive, so that core reads and checks them as it does everywhere. */
export function columnArchive(
  job: EntryJob,
  source: RunSource,
  codecs: readonly Codec[],
  findings: Finding[],
  currentRow: () => number,
): Archive {
  const index = { variant: '', entries: columnTable(job.columns), structure: [] };
  const plugin: FormatPlugin = {
    contract: 1,
    id: job.format,
    title: job.format,
    extensions: [],
    signatures: [],
    options: {},
    detect: () => undefined,
    open: async () => index,
  };
  const budget = new MemoryBudget(job.limits.memory);
  const memory = new MemoryShare(budget);
  const reading = {
    codecs: new CodecRegistry(codecs),
    keys: { get: () => undefined },
    limits: job.limits,
    budget,
    strict: job.strict,
    volume: () => source,
    // Rows in solid blocks are never put into columns.
    region: (number: number) => {
      throw new RangeError(`A job has no region ${number}.`);
    },
    // A codec does not know which entry it works for.
    report: (finding: Finding) => findings.push({ ...finding, entry: finding.entry ?? currentRow() }),
  };
  const detection = { confidence: 100, reason: 'a job of an open archive' };
  return new Archive({
    plugin,
    detection,
    source,
    index,
    reading,
    memory,
    findings,
    regions: [],
    closers: [],
  });
}
