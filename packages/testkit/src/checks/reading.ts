import type { Archive, ByteSource, Entry } from '@packwright/core';
import { assert, assertBytes, assertEqual, assertRejectsCode, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';

/** The content of entries, by every way there is to get it. */
export function readingChecks(sample: Sample): readonly Check[] {
  const { fixture } = sample;
  const checks: Check[] = [
    { name: 'reads each file at once', run: async () => checkBytes(sample, await sample.openSound()) },
    { name: 'streams each file', run: async () => checkStreams(sample, await sample.openSound()) },
    {
      name: 'gives random access to each file',
      run: async () => checkSources(sample, await sample.openSound()),
    },
    { name: 'reads files in any order, and at the same time', run: async () => checkOrder(sample) },
    { name: 'leaves the bytes of the source alone', run: async () => checkUntouched(sample) },
  ];
  if (fixture.errors === undefined)
    checks.push({ name: 'verifies clean', run: async () => checkVerify(sample) });
  return checks;
}

/** Compares every file of an open archive with the fixture. */
export async function checkBytes(sample: Sample, archive: Archive, how = 'bytes of'): Promise<void> {
  assertEqual(archive.length, sample.entries.length, 'number of entries');
  for (const { entry, content, what } of contents(sample, archive)) {
    assertBytes(await entry.bytes(), content, `${how} ${what}`);
  }
}

async function checkStreams(sample: Sample, archive: Archive): Promise<void> {
  for (const { entry, content, what } of contents(sample, archive)) {
    assertBytes(await join(entry.chunks()), content, `chunks of ${what}`);
    assertBytes(await join(readAll(entry.stream())), content, `stream of ${what}`);
    const partly = entry.stream().getReader();
    await partly.read();
    await partly.cancel();
  }
}

async function checkSources(sample: Sample, archive: Archive): Promise<void> {
  for (const { entry, content, what } of contents(sample, archive)) {
    const source = await entry.source();
    assertEqual(source.size, content.length, `size of the source of ${what}`);
    for (const [from, to] of oddRanges(content.length)) {
      const expected = content.subarray(from, to);
      assertBytes(await source.read(from, to - from), expected, `bytes ${from} to ${to} of ${what}`);
    }
    await checkOutside(source, what);
    await source.close?.();
  }
}

async function checkOutside(source: ByteSource, what: string): Promise<void> {
  const code = ['SOURCE_OUT_OF_RANGE'];
  await assertRejectsCode(async () => source.read(source.size, 1), code, `a read behind the end of ${what}`);
  await assertRejectsCode(async () => source.read(-1, 1), code, `a read before the start of ${what}`);
}

async function checkOrder(sample: Sample): Promise<void> {
  const backwards = await sample.openSound();
  for (const { entry, content, what } of [...contents(sample, backwards)].reverse()) {
    assertBytes(await entry.bytes(), content, `bytes, last entry first, of ${what}`);
  }
  const together = await sample.openSound();
  const reads = [...contents(sample, together)].map(async ({ entry, content, what }) =>
    assertBytes(await entry.bytes(), content, `bytes, all at the same time, of ${what}`),
  );
  await Promise.all(reads);
}

async function checkUntouched(sample: Sample): Promise<void> {
  const original = await sample.bytes();
  const bytes = original.slice();
  const archive = await sample.open(sample.source(bytes, { shared: true }));
  for (const { entry } of contents(sample, archive)) await entry.bytes();
  assertBytes(bytes, original, 'bytes of the source after reading');
}

async function checkVerify(sample: Sample): Promise<void> {
  const archive = await sample.openSound();
  const report = await archive.verify();
  const [failure] = report.failures;
  if (failure !== undefined)
    fail(`verify: ${failure.path} failed with ${failure.error.message} Expected no failure.`);
  const files = [...archive.entries()].filter(({ kind }) => kind === 'file').length;
  assertEqual(report.files, files, 'files that verify looked at');
}

/** Ranges with odd ends: all, byte by byte near the ends, and pieces of prime length in between. */
function* oddRanges(length: number): Generator<readonly [from: number, to: number]> {
  yield [0, length];
  if (length === 0) return;
  yield [length - 1, length];
  yield [0, 1];
  for (let from = 1, step = 1; from < length; from += step, step = (step * 7 + 3) % 8191) {
    yield [from, Math.min(length, from + step)];
  }
  yield [Math.floor(length / 3), Math.floor((2 * length) / 3)];
}

interface Expected {
  readonly entry: Entry;
  readonly content: Uint8Array;
  readonly what: string;
}

function* contents(sample: Sample, archive: Archive): Generator<Expected> {
  for (const [number, { path, content }] of sample.entries.entries()) {
    if (content !== undefined) yield { entry: archive.entry(number), content, what: JSON.stringify(path) };
  }
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function join(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    assert(chunk instanceof Uint8Array, `chunk: found ${typeof chunk}, expected bytes.`);
    parts.push(chunk.slice());
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
