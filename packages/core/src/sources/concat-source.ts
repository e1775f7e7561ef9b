import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { BytesSource } from './bytes-source.ts';
import { checkSourceRange } from './check-range.ts';
import { gather, gatherInto, type Stretch } from './gather.ts';

/** Several sources and literal bytes, one after another: a file made of plain ranges. */
export class ConcatSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly parts: readonly ByteSource[];
  /** Where each part starts, and where the last one ends. */
  readonly #starts: Float64Array;

  constructor(parts: readonly (ByteSource | Uint8Array)[], name?: string | undefined) {
    this.parts = parts.map((part) => (part instanceof Uint8Array ? new BytesSource(part) : part));
    this.#starts = new Float64Array(parts.length + 1);
    let end = 0;
    for (const [number, part] of this.parts.entries()) {
      end += part.size;
      this.#starts[number + 1] = end;
    }
    this.size = end;
    this.name = name;
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    return gather(this.#stretches(offset, length, options), options);
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): Awaitable<void> {
    return gatherInto(this.#stretches(offset, target.length, options), target, options);
  }

  #stretches(offset: number, length: number, options: ReadOptions | undefined): readonly Stretch[] {
    options?.signal?.throwIfAborted();
    checkSourceRange(offset, length, this.size, this.name);
    const end = offset + length;
    const stretches: Stretch[] = [];
    for (let number = this.#partAt(offset), at = offset; at < end; number++) {
      const source = this.parts[number];
      const start = this.#starts[number] ?? 0;
      const stop = Math.min(end, this.#starts[number + 1] ?? end);
      if (stop > at) stretches.push({ source, offset: at - start, length: stop - at });
      at = stop;
    }
    return stretches;
  }

  /** The last part that starts at or before an offset. */
  #partAt(offset: number): number {
    let low = 0;
    let high = this.parts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
