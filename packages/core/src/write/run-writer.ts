import type { RunningChecksum } from '../checksums/create-checksum.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import { ZeroSource } from '../sources/zero-source.ts';
import type { ByteSink } from './byte-sink.ts';
import { JoiningSink } from './joining-sink.ts';
import { type Run, sliceRun } from './part-content.ts';
import type { ProgressSteps } from './progress-steps.ts';
import { runWaiting } from './run-waiting.ts';

/** Writes runs to a sink: by reference where it takes them so, all else joined to few large writes. */
export class RunWriter extends JoiningSink {
  readonly #sink: ByteSink;
  readonly #progress: ProgressSteps;
  readonly #signal: AbortSignal | undefined;

  /** Gathers up to `length` bytes before they go on as one write. */
  constructor(sink: ByteSink, length: number, progress: ProgressSteps, signal: AbortSignal | undefined) {
    super(sink, length);
    this.#sink = sink;
    this.#progress = progress;
    this.#signal = signal;
  }

  /** Writes runs one behind the other, synchronously as long as sources and sink are. */
  writeRuns(at: number, runs: readonly Run[], checksum: RunningChecksum | undefined): Awaitable<void> {
    return runWaiting(this.#writeAll(at, runs, checksum));
  }

  /** A part may hold thousands of small files, so there is nothing in here that is made for each of them. */
  *#writeAll(
    at: number,
    runs: readonly Run[],
    checksum: RunningChecksum | undefined,
  ): Generator<Awaitable<void>, void, undefined> {
    const isTaker = this.#sink.writeFrom !== undefined && checksum === undefined;
    let position = at;
    for (const run of runs) {
      const { length } = run;
      this.#signal?.throwIfAborted();
      if (isTaker && 'source' in run && length > 0) {
        const flushed = this.flush();
        if (flushed !== undefined) yield flushed;
        const taken = this.#sink.writeFrom?.(position, run.source, run.from, length);
        if (taken !== undefined) yield taken;
        const told = this.#progress.add(length);
        if (told !== undefined) yield told;
      } else if (isTaker && 'zeros' in run && length > this.length) {
        // A plan holds what it is given until all is planned.
        const flushed = this.flush();
        if (flushed !== undefined) yield flushed;
        const taken = this.#sink.writeFrom?.(position, new ZeroSource(length), 0, length);
        if (taken !== undefined) yield taken;
      } else {
        for (let done = 0; done < length; done += this.length) {
          this.#signal?.throwIfAborted();
          const piece = sliceRun(run, done, Math.min(this.length, length - done));
          const written = this.#writePiece(position + done, piece, checksum);
          if (written !== undefined) yield written;
        }
      }
      position += length;
    }
  }

  #writePiece(at: number, run: Run, checksum: RunningChecksum | undefined): Awaitable<void> {
    if ('zeros' in run) {
      checksum?.update(new Uint8Array(run.length));
      return this.zeros(at, run.length);
    }
    if ('bytes' in run) {
      checksum?.update(run.bytes);
      return this.write(at, run.bytes);
    }
    return chain(this.copy(at, run.source, run.from, run.length, this.#signal), (bytes) => {
      checksum?.update(bytes);
      return this.#progress.add(run.length);
    });
  }
}
