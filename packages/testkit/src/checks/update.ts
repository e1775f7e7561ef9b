import {
  type Archive,
  type ByteSource,
  BytesSink,
  BytesSource,
  type Change,
  NameList,
} from '@packwright/core';
import { type EditPlan, type EditRequest, planEdit, rebuildArchive } from '@packwright/toolkit';
import { assert, assertBytes, assertList, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import { describeContent, describeContents } from '../describe-contents.ts';
import { noise } from '../foreign-files.ts';
import type { Sample } from '../sample.ts';
import { unexplainedBytes } from './coverage.ts';

/** Edits of one archive, in place where its layout allows that. */
export function updateChecks(sample: Sample): readonly Check[] {
  const { plugin, fixture } = sample;
  const first = sample.entries.find(({ kind, content }) => kind === 'file' && content !== undefined);
  if (plugin.writer?.update === undefined || fixture.unwritable !== undefined || first === undefined)
    return [];
  const { path } = first;
  const index = sample.entries.indexOf(first);
  const content = (length: number): ByteSource => new BytesSource(noise(length, length + 1));
  const size = first.size ?? 0;
  const check = (name: string, ...requests: EditRequest[]): Check => ({
    name,
    run: () => checkEdit(sample, requests),
  });
  const replace = (length: number): EditRequest => ({
    kind: 'replace',
    path: [path],
    index,
    content: content(length),
  });
  const added = newPathBeside(path);
  return [
    check('replaces a file by a shorter one', replace(Math.floor(size / 2))),
    check('replaces a file by a longer one', replace(size + 1500)),
    check('replaces a file by an empty one', replace(0)),
    check('adds a file', { kind: 'add', path: [added], content: content(700) }),
    check('removes a file', { kind: 'remove', path: [path], index }),
    check('renames a file', { kind: 'rename', path: [path], index, to: added }),
    check('replaces and adds at once', replace(size + 3), {
      kind: 'add',
      path: [added],
      content: content(33),
    }),
    {
      name: 'leaves alone what belongs to nobody known when it changes an archive',
      run: () => checkForeign(sample, [replace(size + 1500), replace(1)]),
    },
  ];
}

async function checkEdit(sample: Sample, requests: readonly EditRequest[]): Promise<void> {
  const bytes = await sample.bytes();
  const original = bytes.slice();
  const archive = await sample.open(sample.source(bytes));
  const plan = await planEdit(archive, requests, { formats: [sample.plugin], keys: sample.fixture.keys });
  const expected = await describeChanged(archive, changesOf(plan));
  const after = await carryOut(archive, plan);
  await plan.close();
  assertBytes(bytes, original, 'the archive itself after planning');
  await checkResult(sample, after, expected, requests);
}

/** The bytes that an edit gives: patched in place, or written anew where the format says so. */
async function carryOut(archive: Archive, plan: EditPlan): Promise<Uint8Array> {
  if (plan.patches !== undefined) {
    const result = plan.patches.result();
    return (await result.read(0, result.size)).slice();
  }
  assert(
    (plan.rewrite?.reason ?? '').trim() !== '',
    'update: found no reason for rewriting, expected a sentence.',
  );
  const sink = new BytesSink();
  await rebuildArchive(archive, changesOf(plan), sink, []);
  return sink.bytes().slice();
}

/** Opens what came of an edit; everything must be there, and sound. */
async function checkResult(
  sample: Sample,
  bytes: Uint8Array,
  expected: readonly string[],
  requests: readonly EditRequest[],
): Promise<void> {
  const { names = [] } = sample.fixture;
  const paths = requests.flatMap((request) => [...request.path, ...('to' in request ? [request.to] : [])]);
  const archive = await sample.open(sample.source(bytes), {
    strict: true,
    names: [NameList.of([...names, ...paths])],
  });
  assertList((await describeContents(archive)).sort(), [...expected].sort(), 'entry after the edit');
  const [failure] = (await archive.verify()).failures;
  if (failure !== undefined) fail(`after the edit ${failure.path} does not verify: ${failure.error.message}`);
}

/** What must be there after changes; those that the format adds itself are among them. */
async function describeChanged(archive: Archive, changes: readonly Change[]): Promise<readonly string[]> {
  const lines = new Map<number, string>([...(await describeContents(archive)).entries()]);
  const added: string[] = [];
  for (const change of changes) {
    if (change.kind === 'remove') lines.delete(change.entry);
    else if (change.kind === 'rename') {
      const entry = archive.entry(change.entry);
      const content = entry.kind === 'directory' ? undefined : await entry.bytes();
      lines.set(change.entry, describeContent(change.path, entry.kind, content));
    } else {
      const content = await change.content?.read(0, change.content.size);
      const line = describeContent(change.path, content === undefined ? 'directory' : 'file', content);
      if (change.kind === 'add') added.push(line);
      else lines.set(change.entry, line);
    }
  }
  return [...lines.values(), ...added];
}

/** Bytes that belong to nobody known may be somebody's, unless the format says that they are free. */
async function checkForeign(sample: Sample, requests: readonly EditRequest[]): Promise<void> {
  const bytes = await sample.bytes();
  for (const request of requests) {
    const archive = await sample.open(sample.source(bytes));
    if (archive.index.gaps === 'free') return;
    const plan = await planEdit(archive, [request], { formats: [sample.plugin], keys: sample.fixture.keys });
    if (plan.patches === undefined) return;
    const after = await carryOut(archive, plan);
    for (const at of unexplainedBytes(archive, bytes)) {
      if (after[at] === bytes[at]) continue;
      fail(`byte ${at} belongs to somebody else: found ${after[at]} after the edit, expected ${bytes[at]}.`);
    }
  }
}

function changesOf(plan: EditPlan): readonly Change[] {
  return plan.steps.at(-1)?.changes ?? [];
}

/** A name that the archive does not have, in the folder and with the extension of one that it has. */
function newPathBeside(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const dot = path.lastIndexOf('.');
  return `${folder}added${dot > folder.length ? path.slice(dot) : ''}`;
}
