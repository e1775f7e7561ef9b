import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { CodecContext, CodecStep, Transform } from '../contract/codec.ts';
import type { Placed, WritePart } from '../contract/writer.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { MemoryShare } from '../memory/memory-share.ts';
import type { ByteSink } from './byte-sink.ts';
import type { CodecPool } from './codec-pool.ts';
import { isWorthwhile } from './encode-part.ts';
import { loadRuns, type PartSources, type Run, runsLength, sliceRun, toRuns } from './part-content.ts';
import { type EncodedPart, encodePart, startChecksum } from './part-encoder.ts';
import { PlacedParts } from './placed-parts.ts';
import type { Placement } from './placement.ts';
import { ProgressSteps } from './progress-steps.ts';
import { RunWriter } from './run-writer.ts';

/** A part with steps up to this size is encoded in one call, where workers can help. */
const wholeLength = 16 * 2 ** 20;
/** Bytes that encoding may run ahead of writing, for each worker: enough to keep it busy, whatever the budget allows. */
const aheadLength = 4 * 2 ** 20;
/** Bytes that are gathered for one write and copied at once; less where memory is scarce. */
const mostGathered = 2 ** 20;
const leastGathered = 2 ** 10;
const gatheredShare = 1 / 64;
/** What is gathered, a piece of content on its way through an encoder, and what the encoder gives for it. */
const gatheredTimes = 3;

/** What a part writer works with. */
export interface PartWriterParts {
  readonly sink: ByteSink;
  readonly placement: Placement;
  readonly sources: PartSources;
  readonly codecs: CodecContext;
  readonly budget: MemoryBudget;
  readonly pool?: CodecPool | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((bytes: number) => Awaitable<void>) | undefined;
}

/**
 * Turns parts into bytes in a sink. Encoding runs ahead in workers; placing and writing happen in the order in
 * which parts were given, so the result does not depend on who finishes first.
 */
export class PartWriter {
  readonly placed: PlacedParts = new PlacedParts();
  readonly #parts: PartWriterParts;
  readonly #sink: RunWriter;
  readonly #progress: ProgressSteps;
  readonly #streams = new Map<number, Transform>();
  /** What runs ahead; the budget is shared with others and may be large, this one is the queue's own. */
  readonly #ahead: MemoryBudget;
  /** What was drawn from the budget for all parts together. */
  readonly #memory: MemoryShare;
  /** Parts that are encoded whole, in order; each settles when it has given its memory back. */
  readonly #underWay: Promise<void>[] = [];
  #tail: Promise<void> = Promise.resolve();
  /** Parts that are queued and not yet written. */
  #waiting = 0;
  #failure: unknown;

  constructor(parts: PartWriterParts) {
    this.#parts = parts;
    this.#memory = new MemoryShare(parts.budget);
    const most = Math.min(mostGathered, Math.floor(parts.budget.limit * gatheredShare));
    const length = this.#memory.takeBuffers(most, leastGathered, gatheredTimes, 'Writing an archive');
    this.#progress = new ProgressSteps(parts.progress);
    this.#sink = new RunWriter(parts.sink, length, this.#progress, parts.signal);
    this.#ahead = new MemoryBudget(aheadLength * Math.max(1, parts.pool?.concurrency ?? 1));
  }

  /** Takes the next part; waits while too much is under way. Without a promise where nothing must be waited for. */
  add(part: WritePart): Awaitable<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#parts.signal?.throwIfAborted();
    const runs = toRuns(part.pieces, this.#parts.sources);
    const length = runsLength(runs);
    const isWhole = hasSteps(part) && part.stream === undefined && length <= wholeLength;
    return isWhole
      ? this.#addWhole(part, runs, length)
      : this.#queue(() => this.#commitOpen(part, runs, length));
  }

  async #addWhole(part: WritePart, runs: readonly Run[], length: number): Promise<void> {
    // Input and output are held at once, and the output may be larger than the input.
    const held = length * 2 + 4096;
    const { budget, signal } = this.#parts;
    const ahead = Math.min(held, this.#ahead.limit);
    if (!this.#ahead.tryTake(ahead)) await this.#ahead.wait(ahead, 'Encoding ahead', signal);
    if (!(await this.#hold(held))) {
      this.#ahead.release(ahead);
      return this.#queue(() => this.#commitOpen(part, runs, length));
    }
    const encoded = encodePart(part, runs, length, this.#parts);
    encoded.catch(() => undefined);
    // Given back even where an earlier part failed and this one is never written, or those who wait would wait on.
    const done = Promise.resolve(
      this.#queue(async () => this.#commitWhole(part, await encoded, length)),
    ).finally(() => {
      this.#underWay.shift();
      budget.release(held);
      this.#ahead.release(ahead);
    });
    // The next part or the end tells of a failure.
    this.#underWay.push(done.catch(() => undefined));
    if (this.#parts.pool === undefined) await done;
  }

  /** Draws memory for a part as soon as earlier ones give enough back; not where all of them would not be enough. */
  async #hold(bytes: number): Promise<boolean> {
    while (!this.#parts.budget.tryTake(bytes)) {
      const [first] = this.#underWay;
      if (first === undefined) return false;
      await first;
    }
    return true;
  }

  /** Waits until all parts given so far have their place. */
  async settle(): Promise<Placed> {
    await this.#tail;
    if (this.#failure !== undefined) throw this.#failure;
    this.placed.end = this.#parts.placement.end;
    return this.placed;
  }

  /** Hands the last bytes to the sink. */
  async finish(): Promise<void> {
    await this.settle();
    await this.#progress.finish();
    // An abort during the last part must not look like a finished archive.
    this.#parts.signal?.throwIfAborted();
    await this.#sink.flush();
    await this.#parts.sink.settle?.();
  }

  /** Gives back the memory, once everything that was begun has come to an end. */
  async close(): Promise<void> {
    await this.#tail;
    await this.#underWay.at(-1);
    this.#memory.close();
  }

  /** Runs work behind all that was queued before: at once where there is nothing. */
  #queue(work: () => Awaitable<void>): Awaitable<void> {
    let begun: Awaitable<void> | undefined;
    const isFirst = this.#waiting === 0;
    if (isFirst) {
      try {
        begun = work();
      } catch (error) {
        this.#failure = error;
        throw error;
      }
      if (begun === undefined) return;
    }
    this.#waiting++;
    this.#tail = this.#tail.then(async () => {
      try {
        if (isFirst) await begun;
        else if (this.#failure === undefined) await work();
      } catch (error) {
        this.#failure ??= error;
      } finally {
        this.#waiting--;
      }
    });
    return this.#tail.then(() => {
      if (this.#failure !== undefined) throw this.#failure;
    });
  }

  async #commitWhole(part: WritePart, encoded: EncodedPart, length: number): Promise<void> {
    const { bytes, isEncoded, checksum } = encoded;
    const { placement } = this.#parts;
    const at = placement.place(part, bytes.length);
    await this.#fillGap(at);
    await this.#sink.write(at, bytes);
    placement.wrote(at, bytes.length);
    if (part.checksum?.over === 'stored') checksum?.update(bytes);
    this.placed.add(at, bytes.length, length, isEncoded, checksum?.digest());
    await this.#progress.add(length);
  }

  #commitOpen(part: WritePart, runs: readonly Run[], length: number): Awaitable<void> {
    return hasSteps(part) ? this.#commitStreamed(part, runs, length) : this.#commitPlain(part, runs, length);
  }

  #commitPlain(part: WritePart, runs: readonly Run[], length: number): Awaitable<void> {
    const { placement } = this.#parts;
    const at = placement.place(part, length);
    const checksum = startChecksum(part);
    return chain(this.#fillGap(at), () =>
      chain(this.#sink.writeRuns(at, runs, checksum), () => {
        placement.wrote(at, length);
        this.placed.add(at, length, length, false, checksum?.digest());
      }),
    );
  }

  /** Encodes in pieces, straight into the sink, for what is too large to hold or shares an encoder. */
  async #commitStreamed(part: WritePart, runs: readonly Run[], length: number): Promise<void> {
    const { placement, signal } = this.#parts;
    const at = placement.placeOpen(part);
    const checksum = startChecksum(part);
    await this.#fillGap(at);
    let size = 0;
    const put = async (chunks: Iterable<Uint8Array>): Promise<void> => {
      for (const chunk of chunks) {
        // Bytes that are given up anyway could reach further than the plain ones that take their place.
        if (isWorthwhile(size + chunk.length, length, part.onlyBelow))
          await this.#sink.write(at + size, chunk);
        if (part.checksum?.over === 'stored') checksum?.update(chunk);
        size += chunk.length;
      }
    };
    const encoder = await this.#openEncoder(part);
    const most = this.#sink.length;
    for (const run of runs) {
      for (let done = 0; done < run.length; done += most) {
        signal?.throwIfAborted();
        const input = await loadRuns([sliceRun(run, done, Math.min(most, run.length - done))], signal);
        if (part.checksum?.over === 'content') checksum?.update(input);
        await put(await encoder.push(input));
        // Encoding waits for nothing by itself, so this is where others get their turn.
        await this.#progress.add(input.length);
      }
    }
    await put(part.stream === undefined ? await encoder.finish() : ((await encoder.flush?.()) ?? []));
    if (!isWorthwhile(size, length, part.onlyBelow)) {
      const plain = startChecksum(part);
      await this.#sink.writeRuns(at, runs, plain);
      placement.wrote(at, length);
      this.placed.add(at, length, length, false, plain?.digest());
      return;
    }
    placement.wrote(at, size);
    this.placed.add(at, size, length, true, checksum?.digest());
  }

  async #openEncoder(part: WritePart): Promise<Transform> {
    const known = part.stream === undefined ? undefined : this.#streams.get(part.stream);
    if (known !== undefined) return known;
    const [step, ...more] = part.steps ?? [];
    const encoder = more.length > 0 ? undefined : await this.#encoderOf(step);
    if (encoder === undefined) {
      throw new ArchiveError('LIMIT_EXCEEDED', 'An entry is too large to be encoded in this way.', {
        help: 'Raise the memory limit (--memory), or choose options that store it.',
      });
    }
    if (part.stream !== undefined) this.#streams.set(part.stream, encoder);
    return encoder;
  }

  #encoderOf(step: CodecStep | undefined): Awaitable<Transform> | undefined {
    return step === undefined
      ? undefined
      : this.#parts.codecs.codec(step.codec).encoder?.(step, this.#parts.codecs);
  }

  /** Zeros between the end of the file and a part that begins behind it. */
  #fillGap(at: number): Awaitable<void> {
    const { end } = this.#parts.placement;
    return at > end ? this.#sink.zeros(end, at - end) : undefined;
  }
}

function hasSteps(part: WritePart): boolean {
  return part.steps !== undefined && part.steps.length > 0;
}
