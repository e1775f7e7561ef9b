import { ArchiveError } from '../errors/archive-error.ts';

interface Waiter {
  readonly bytes: number;
  readonly signal: AbortSignal | undefined;
  readonly grant: () => void;
}

const readAsStream = 'Raise the memory limit (--memory), or read the entry as a stream.';

/** One number of bytes that buffers, tables, regions and queues draw from; those who come too late wait. */
export class MemoryBudget {
  readonly limit: number;
  #used = 0;
  #peak = 0;
  readonly #waiting: Waiter[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** The most bytes that were drawn at one time. */
  get peak(): number {
    return this.#peak;
  }

  get free(): number {
    return this.limit - this.#used;
  }

  /** Draws bytes for what can be done without, such as results that are kept: a quarter is left for what cannot. */
  trySpare(bytes: number): boolean {
    return bytes <= this.free - this.limit / 4 && this.tryTake(bytes);
  }

  /** Draws bytes if they are free now. */
  tryTake(bytes: number): boolean {
    if (bytes > this.limit - this.#used || this.#waiting.length > 0) return false;
    this.#draw(bytes);
    return true;
  }

  /** Draws bytes that must be held now; throws `LIMIT_EXCEEDED` when they do not fit. */
  take(bytes: number, what: string, help: string = readAsStream): void {
    if (bytes > this.limit - this.#used) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `${what} needs ${bytes} bytes of memory, but only ${Math.max(0, this.free)} of ${this.limit} are free.`,
        { help },
      );
    }
    this.#draw(bytes);
  }

  /** Draws bytes as soon as others have given enough back: back-pressure instead of queues that grow. */
  async wait(bytes: number, what: string, signal?: AbortSignal | undefined): Promise<void> {
    if (this.tryTake(bytes)) return;
    if (bytes > this.limit) this.take(bytes, what);
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        bytes,
        signal,
        grant: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal?.reason);
        // There may be room for those who stood behind it.
        this.#letIn();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  release(bytes: number): void {
    this.#used -= bytes;
    this.#letIn();
  }

  /** Gives those who wait what they wait for, in order, as far as it is free. */
  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      // One whose signal has gone off leaves as well, in a moment.
      if (next.bytes > this.limit - this.#used || next.signal?.aborted) return;
      this.#waiting.shift();
      this.#draw(next.bytes);
      next.grant();
    }
  }

  #draw(bytes: number): void {
    this.#used += bytes;
    if (this.#used > this.#peak) this.#peak = this.#used;
  }
}
