/** Places in the shared integers. */
const nextBatch = 0;
const stopped = 1;
const arrivals = 2;
const firstSlot = 3;

/** What the threads of one job share: the counter they take work from, a flag to stop, and how far each one is. */
export class SharedState {
  readonly buffers: { readonly integers: SharedArrayBuffer; readonly totals: SharedArrayBuffer };
  readonly #integers: Int32Array;
  readonly #totals: Float64Array;

  constructor(buffers: SharedState['buffers']) {
    this.buffers = buffers;
    this.#integers = new Int32Array(buffers.integers);
    this.#totals = new Float64Array(buffers.totals);
  }

  /** A fresh state for some threads. */
  static create(threads: number): SharedState {
    const state = new SharedState({
      integers: new SharedArrayBuffer((firstSlot + threads) * 4),
      totals: new SharedArrayBuffer(threads * 16),
    });
    state.#integers.fill(-1, firstSlot);
    return state;
  }

  get threads(): number {
    return this.#integers.length - firstSlot;
  }

  /** The number of the next batch that nobody has taken. */
  takeBatch(): number {
    return Atomics.add(this.#integers, nextBatch, 1);
  }

  /** Starts over with the batches; the totals go on. */
  resetBatches(): void {
    Atomics.store(this.#integers, nextBatch, 0);
    Atomics.store(this.#integers, arrivals, 0);
  }

  /** Notes that one more thread takes part in these batches and has loaded all it needs. */
  arrive(): void {
    Atomics.add(this.#integers, arrivals, 1);
  }

  get arrived(): number {
    return Atomics.load(this.#integers, arrivals);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#integers, stopped) !== 0;
  }

  stop(): void {
    Atomics.store(this.#integers, stopped, 1);
  }

  /** Notes which row a thread is writing; -1 for none. Wakes nobody, which would cost more than all else here. */
  setBusy(thread: number, row: number): void {
    Atomics.store(this.#integers, firstSlot + thread, row);
  }

  /** The row a thread is writing; -1 for none. */
  busyRow(thread: number): number {
    return Atomics.load(this.#integers, firstSlot + thread);
  }

  /** Blocks until a thread writes nothing, for some milliseconds at most; gives the row it is still writing, or -1. */
  awaitIdle(thread: number, milliseconds: number): number {
    let row = this.busyRow(thread);
    for (let waited = 0; row >= 0 && waited < milliseconds; waited++) {
      Atomics.wait(this.#integers, firstSlot + thread, row, 1);
      row = this.busyRow(thread);
    }
    return row;
  }

  /** Counts files; each thread writes its own two numbers only. */
  count(thread: number, files: number, bytes: number): void {
    const totals = this.#totals;
    totals[thread * 2] = (totals[thread * 2] ?? 0) + files;
    totals[thread * 2 + 1] = (totals[thread * 2 + 1] ?? 0) + bytes;
  }

  /** Files and bytes of all threads together. */
  get done(): { readonly files: number; readonly bytes: number } {
    let files = 0;
    let bytes = 0;
    for (let at = 0; at < this.#totals.length; at += 2) {
      files += this.#totals[at] ?? 0;
      bytes += this.#totals[at + 1] ?? 0;
    }
    return { files, bytes };
  }
}
