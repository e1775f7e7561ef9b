import { describe, expect, it } from 'vitest';
import { type ByteSink, BytesSink, BytesSource } from '../../src/index.ts';
import type { Run } from '../../src/write/part-content.ts';
import { ProgressSteps } from '../../src/write/progress-steps.ts';
import { RunWriter } from '../../src/write/run-writer.ts';

const bytes = Uint8Array.from({ length: 3000 }, (_, at) => at * 7);
const source = new BytesSource(bytes);
const runs: readonly Run[] = [
  { bytes: bytes.subarray(0, 10), length: 10 },
  { source, from: 10, length: 1000 },
  { source, from: 5, length: 0 },
  { zeros: true, length: 300 },
  { source, from: 1010, length: 1990 },
  { bytes: bytes.subarray(0, 3), length: 3 },
];
const expected = Uint8Array.from([
  ...new Uint8Array(7),
  ...bytes.subarray(0, 1010),
  ...new Uint8Array(300),
  ...bytes.subarray(1010),
  ...bytes.subarray(0, 3),
]);

/** A sink that takes by reference, and may make those who write wait. */
function takingSink(into: BytesSink, wait: () => Promise<void> | undefined): ByteSink & { taken: number } {
  return {
    taken: 0,
    write(offset, part) {
      into.write(offset, part);
      return wait();
    },
    writeFrom(offset, from, start, length) {
      this.taken++;
      into.write(offset, from.read(start, length) as Uint8Array);
      return wait();
    },
  };
}

describe('RunWriter', () => {
  it.each([16, 299, 4096])('writes runs where they belong, with a buffer of %i bytes', async (length) => {
    for (const isTaking of [false, true]) {
      for (const wait of [() => undefined, () => Promise.resolve()]) {
        const made = new BytesSink();
        const taking = takingSink(made, wait);
        const sink = isTaking ? taking : { write: taking.write };
        const writer = new RunWriter(sink, length, new ProgressSteps(undefined), undefined);
        await writer.writeRuns(7, runs, undefined);
        await writer.flush();
        expect(made.bytes()).toEqual(expected);
        // Zeros that are more than what is gathered go by reference as well: a plan does not hold them.
        const taken = length < 300 ? 3 : 2;
        expect(taking.taken).toBe(isTaking ? taken : 0);
      }
    }
  });

  it('waits for nothing where nobody asks for it', () => {
    const sink = takingSink(new BytesSink(), () => undefined);
    const writer = new RunWriter(sink, 4096, new ProgressSteps(undefined), undefined);
    expect(writer.writeRuns(0, runs, undefined)).toBeUndefined();
  });

  it('ends at an abort or a failure that came while it waited', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const sink = takingSink(new BytesSink(), async () => abort.abort(reason));
    const writer = new RunWriter(sink, 4096, new ProgressSteps(undefined), abort.signal);
    const references = runs.filter((run) => 'source' in run);
    await expect(writer.writeRuns(0, references, undefined)).rejects.toBe(reason);
    // The run that was under way when the abort came, and no other.
    expect(sink.taken).toBe(1);
    const failing = takingSink(new BytesSink(), () => Promise.reject(reason));
    const other = new RunWriter(failing, 4096, new ProgressSteps(undefined), undefined);
    await expect(other.writeRuns(0, runs.slice(1), undefined)).rejects.toBe(reason);
    expect(failing.taken).toBe(1);
  });
});

describe('ProgressSteps', () => {
  it('tells of every byte once, of small ones together', () => {
    const told: number[] = [];
    const steps = new ProgressSteps((count) => void told.push(count));
    for (let file = 0; file < 100; file++) steps.add(10_000);
    steps.add(0);
    steps.add(2 ** 20);
    steps.add(5);
    steps.finish();
    steps.finish();
    expect(told).toEqual([270_000, 270_000, 270_000, 190_000 + 2 ** 20, 5]);
  });
});
