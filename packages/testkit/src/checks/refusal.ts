import {
  ArchiveError,
  BytesSink,
  BytesSource,
  createArchive,
  type Finding,
  type FormatPlugin,
  NameList,
  type WriteEntry,
} from '@packwright/core';
import { assert, assertEqual, describeError, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';

/** What a writer cannot express, it refuses before a byte is written; it never breaks on it. */
export function refusalChecks(plugin: FormatPlugin, samples: readonly Sample[]): readonly Check[] {
  if (plugin.writer === undefined) return [];
  return awkward.map(({ name, entries }) => ({
    name: `writes or refuses ${name}`,
    run: () => checkAwkward(plugin, samples[0], entries),
  }));
}

const some = new BytesSource(new TextEncoder().encode('content'));
const file = (path: string): WriteEntry => ({ path, content: some });
const directory = (path: string): WriteEntry => ({ path, kind: 'directory' });

const awkward: readonly { readonly name: string; readonly entries: readonly WriteEntry[] }[] = [
  { name: 'an archive without entries', entries: [] },
  { name: 'two files of one name', entries: [file('a.txt'), file('a.txt')] },
  { name: 'names that differ in case only', entries: [file('a.txt'), file('A.TXT')] },
  { name: 'a file without a name', entries: [file('')] },
  { name: 'a name with a NUL', entries: [file('a\0b.txt')] },
  { name: 'a name that leads out', entries: [file('../a.txt')] },
  { name: 'a name outside of Latin-1', entries: [file('\u30d5\u30a1\u30a4\u30eb.txt')] },
  { name: 'a name of 5000 letters', entries: [file(`${'n'.repeat(5000)}.txt`)] },
  {
    name: 'a file of no bytes',
    entries: [{ path: 'empty.txt', content: new BytesSource(new Uint8Array(0)) }],
  },
  { name: 'an empty directory', entries: [directory('folder'), file('a.txt')] },
  { name: 'a file that is a directory as well', entries: [file('a'), file('a/b.txt')] },
  { name: 'a file without content', entries: [{ path: 'a.txt' }] },
];

async function checkAwkward(
  plugin: FormatPlugin,
  sample: Sample | undefined,
  entries: readonly WriteEntry[],
): Promise<void> {
  const sink = new BytesSink();
  const keys = sample?.fixture.keys;
  const name = sample?.fileName;
  let findings: readonly Finding[];
  try {
    ({ findings } = await createArchive(plugin, entries, sink, {
      keys,
      name,
      options: sample?.fixture.writeOptions,
    }));
  } catch (error) {
    if (!ArchiveError.is(error))
      fail(`writing failed with ${describeError(error)}, expected an ArchiveError.`);
    assert(error.code !== 'PLUGIN_INVALID', `the writer is at fault: ${describeError(error)}.`);
    const { cause } = error.details;
    const isOwn = cause === undefined || ArchiveError.is(cause);
    assert(
      isOwn,
      `the writer threw ${describeError(cause)}, expected an ArchiveError or a finding of \`check\`.`,
    );
    return;
  }
  await checkWritten(sample, entries, findings, sink.bytes());
}

/** What was accepted must be there again. */
async function checkWritten(
  sample: Sample | undefined,
  entries: readonly WriteEntry[],
  findings: readonly Finding[],
  bytes: Uint8Array,
): Promise<void> {
  if (sample === undefined) return;
  const names = entries.map(({ path }) => path);
  const archive = await sample.open(sample.source(bytes), {
    format: sample.plugin.id,
    names: [NameList.of(names)],
  });
  const files = [...archive.entries()].filter(({ kind }) => kind === 'file');
  const expected = entries.filter(({ kind }) => kind !== 'directory');
  assertEqual(files.length, expected.length, `files of an archive written with ${JSON.stringify(names)}`);
  for (const entry of files) await entry.bytes();
  for (const [number, { path, kind }] of entries.entries()) {
    const isMentioned = findings.some((finding) => finding.entry === number || finding.path === path);
    if (kind !== 'directory' || isMentioned) continue;
    const isThere = [...archive.entries()].some((entry) => entry.kind === 'directory' && entry.path === path);
    assert(
      isThere,
      `the directory ${JSON.stringify(path)} was accepted and lost; expected it or a finding of \`check\`.`,
    );
  }
}
