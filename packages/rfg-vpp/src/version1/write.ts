import {
  alignUp,
  type ByteOrder,
  ByteWriter,
  type Finding,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '@packwright/core';
import { checkFlatEntries, packfileMagic } from '@packwright/volition';
import { version1 } from '../layout.ts';
import type { WriteValues } from '../write-options.ts';

const { sector, headerSize, entrySize, nameSize } = version1;
const largestArchive = 2 ** 32 - 1;
/** What the PC game accepts as name of an archive. */
const longestArchiveName = 31;

/** What must be refused or mentioned before a version 1 archive is written. */
export function checkVersion1(entries: readonly WriteEntry[], options: WriteValues): readonly Finding[] {
  const findings = checkFlatEntries(entries);
  if (options.layout !== undefined && options.layout !== 'raw') {
    const message = `Version 1 has no ${options.layout} form, expected raw.`;
    findings.push({ severity: 'error', code: 'layout-unknown', message });
  }
  entries.forEach(({ path }, entry) => {
    if (path.length < nameSize) return;
    const message = `The name ${JSON.stringify(path)} has ${path.length} characters, version 1 stores at most ${nameSize - 1}.`;
    findings.push({ severity: 'error', code: 'name-refused', message, entry, path });
  });
  const total = planOffsets(entries).end;
  if (total > largestArchive) {
    const message = `The archive would have ${total} bytes, version 1 stores at most ${largestArchive}.`;
    findings.push({ severity: 'error', code: 'archive-too-large', message });
  }
  if (entries.length === 0) {
    const message = 'The archive has no entries, which the game takes for a failure.';
    findings.push({ severity: 'warning', code: 'archive-empty', message });
  }
  return findings;
}

/** Writes a version 1 archive: every file padded to whole sectors, the last one too. */
export async function* writeVersion1(
  entries: readonly WriteEntry[],
  context: Pick<WriteContext, 'name' | 'report'>,
  order: ByteOrder,
): AsyncGenerator<WritePart, void, undefined> {
  const { name = '' } = context;
  if (name.length > longestArchiveName) {
    const message = `The file name ${JSON.stringify(name)} has ${name.length} characters, the PC game takes at most ${longestArchiveName}.`;
    context.report({ severity: 'warning', code: 'archive-name', message });
  }
  const { end } = planOffsets(entries);
  const head = new ByteWriter(order, headerSize);
  head.u32(packfileMagic).u32(version1.version).u32(entries.length).u32(end).align(headerSize);
  for (const { path, content } of entries) head.text(path, nameSize).u32(content?.size ?? 0);
  yield { at: 0, pieces: [{ bytes: head.align(sector).finish() }] };
  for (const [entry, { content }] of entries.entries()) {
    const size = content?.size ?? 0;
    if (size > 0) yield { pieces: padToSector(entry, size) };
  }
}

/** The content of an entry (or change) and the zeros behind it. */
export function padToSector(entry: number, size: number): WritePart['pieces'] {
  const zeros = alignUp(size, sector) - size;
  return zeros > 0 ? [{ entry }, { zeros }] : [{ entry }];
}

function planOffsets(entries: readonly WriteEntry[]): { readonly end: number } {
  let end = alignUp(headerSize + entries.length * entrySize, sector);
  for (const { content } of entries) end = alignUp(end + (content?.size ?? 0), sector);
  return { end };
}
