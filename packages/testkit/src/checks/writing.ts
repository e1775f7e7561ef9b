import {
  type Archive,
  type ByteSource,
  BytesSink,
  BytesSource,
  createArchive,
  type WriteEntry,
} from '@packwright/core';
import { assertBytes, assertList, assertRejectsWith, equalBytes, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import { describeContent, describeContents } from '../describe-contents.ts';
import { DisorderlyPool } from '../disorderly-pool.ts';
import type { Sample } from '../sample.ts';
import { ScriptedSource } from '../sources/scripted-source.ts';

/** Writing the content of a fixture anew. */
export function writingChecks(sample: Sample): readonly Check[] {
  const { plugin, fixture, entries } = sample;
  const isComplete = entries.every(({ kind, content }) => kind === 'directory' || content !== undefined);
  if (plugin.writer === undefined || fixture.unwritable !== undefined || !isComplete) return [];
  return [
    { name: 'gives back the content it has written', run: () => checkContent(sample) },
    { name: 'writes the same bytes every time', run: () => checkRepeat(sample) },
    { name: 'writes the same bytes with any number of workers', run: () => checkWorkers(sample) },
    { name: 'stops writing when an abort comes in the middle', run: () => checkAbort(sample) },
  ];
}

async function checkContent(sample: Sample): Promise<void> {
  const { options, keys } = sample.fixture;
  const archive = await sample.open(sample.source(await write(sample)), {
    format: sample.plugin.id,
    strict: true,
    options,
    keys,
  });
  const expected = sample.entries.map(({ path, kind, content }) => describeContent(path, kind, content));
  assertList((await describeContents(archive)).sort(), expected.sort(), 'entry of the new archive');
  const [failure] = (await archive.verify()).failures;
  if (failure !== undefined)
    fail(`${failure.path} of the new archive does not verify: ${failure.error.message}`);
}

async function checkRepeat(sample: Sample): Promise<void> {
  assertBytes(await write(sample), await write(sample), 'the archive, written a second time');
}

async function checkWorkers(sample: Sample): Promise<void> {
  const alone = await write(sample);
  // A writer that never gives the same twice is the matter of the check before.
  if (!equalBytes(alone, await write(sample))) return;
  for (const concurrency of [1, 2, 4]) {
    const pool = new DisorderlyPool(sample.plugin, concurrency, sample.fixture.keys);
    assertBytes(await write(sample, { pool }), alone, `the archive, written with ${concurrency} workers`);
  }
}

async function checkAbort(sample: Sample): Promise<void> {
  const reason = new Error('the caller has changed its mind');
  await assertRejectsWith(
    () => write(sample, { signal: AbortSignal.abort(reason) }),
    reason,
    'writing with an aborted signal',
  );
  if (!sample.entries.some(({ content }) => (content?.length ?? 0) > 0)) return;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort(reason);
  await assertRejectsWith(
    () => write(sample, { signal, onRead: abort }),
    reason,
    'writing with an abort at a read',
  );
}

interface HowToWrite {
  readonly pool?: DisorderlyPool;
  readonly signal?: AbortSignal;
  readonly onRead?: () => void;
}

/** Writes the content of the fixture in the style of its archive. */
async function write(sample: Sample, how: HowToWrite = {}): Promise<Uint8Array> {
  const { fixture, plugin, fileName } = sample;
  const archive = await sample.openSound();
  const sink = new BytesSink();
  await createArchive(plugin, toWriteEntries(sample, archive, how.onRead), sink, {
    options: fixture.writeOptions ?? archive.index.writeOptions,
    keys: fixture.keys,
    name: fileName,
    pool: how.pool,
    signal: how.signal,
  });
  return sink.bytes().slice();
}

/** The entries of a fixture as they are given to a writer. */
function toWriteEntries(sample: Sample, archive: Archive, onRead?: () => void): readonly WriteEntry[] {
  return sample.entries.map(({ path, kind, content }, number): WriteEntry => {
    const { hash, attributes } = archive.entry(number).row;
    return {
      kind,
      path,
      hash,
      attributes,
      content: content === undefined ? undefined : toSource(content, onRead),
    };
  });
}

function toSource(content: Uint8Array, onRead: (() => void) | undefined): ByteSource {
  return onRead === undefined ? new BytesSource(content) : new ScriptedSource(content, { before: onRead });
}
