import { dataAt, dataLength, makeCrcModule, stateAt, stepLength } from './crc-module.ts';
import { isLittleEndian } from './crc-tables.ts';

/** Below this, copying the data over and calling costs what it saves. */
const shortestLength = 512;

/** Making the module takes milliseconds, as long as this many bytes take without it, in code that is new as well. */
const worthwhile = 2 ** 17;

interface Engine {
  readonly state: Int32Array;
  readonly memory: Uint8Array;
  readonly update: (from: number, to: number) => void;
}

let compiled: WebAssembly.Module | undefined;

/**
 * A reflected CRC over long data, in WebAssembly: 64-bit numbers make it three times as fast as two halves in
 * JavaScript. Where it cannot be had, or is not worth its
 * making yet, it takes nothing, and the caller goes on by itself.
 */
export class LongCrc {
  readonly #rowLow: Int32Array;
  readonly #rowHigh: Int32Array | undefined;
  #engine: Engine | 'none' | undefined;
  /** Bytes of long data that came before there was an engine. */
  #missed = 0;
  #low = 0;
  #high = 0;

  /** Takes the table of the CRC for single bytes: the first 256 numbers, low and high halves. */
  constructor(rowLow: Int32Array, rowHigh?: Int32Array) {
    this.#rowLow = rowLow;
    this.#rowHigh = rowHigh;
  }

  /** The state after what the last `update` has taken. */
  get low(): number {
    return this.#low;
  }

  get high(): number {
    return this.#high;
  }

  /** Takes as much of the start of `bytes` as it can, and gives how much that is: nothing of short data. */
  update(bytes: Uint8Array, low: number, high: number): number {
    const engine = bytes.length < shortestLength ? 'none' : this.#engineFor(bytes.length);
    if (engine === 'none') return 0;
    const { state, memory, update } = engine;
    const end = bytes.length - (bytes.length % stepLength);
    state[0] = low;
    state[1] = high;
    for (let at = 0; at < end; at += dataLength) {
      const piece = bytes.subarray(at, Math.min(end, at + dataLength));
      memory.set(piece, dataAt);
      update(dataAt, dataAt + piece.length);
    }
    this.#low = state[0] as number;
    this.#high = state[1] as number;
    return end;
  }

  #engineFor(length: number): Engine | 'none' {
    if (this.#engine !== undefined) return this.#engine;
    this.#missed += length;
    if (this.#missed < worthwhile) return 'none';
    this.#engine = makeEngine(this.#rowLow, this.#rowHigh) ?? 'none';
    return this.#engine;
  }
}

function makeEngine(rowLow: Int32Array, rowHigh: Int32Array | undefined): Engine | undefined {
  // The table is written as this machine writes words, and read as WebAssembly does.
  if (!isLittleEndian) return undefined;
  try {
    compiled ??= new WebAssembly.Module(makeCrcModule());
    const { memory, update } = new WebAssembly.Instance(compiled).exports;
    const { buffer } = memory as WebAssembly.Memory;
    fillTable(new Int32Array(buffer, 0, stateAt / 4), rowLow, rowHigh);
    return {
      state: new Int32Array(buffer, stateAt, 2),
      memory: new Uint8Array(buffer),
      update: update as Engine['update'],
    };
  } catch {
    // A page may forbid it, and a system may have no room left for its memory: slower is still right.
    return undefined;
  }
}

/** Writes the rows one after another: each number is the one above it with a zero byte more behind. */
function fillTable(table: Int32Array, rowLow: Int32Array, rowHigh: Int32Array | undefined): void {
  for (let at = 0; at < table.length; at += 2) {
    const isFirst = at < 512;
    const low = isFirst ? at >>> 1 : (table[at - 512] as number);
    const high = isFirst ? 0 : (table[at - 511] as number);
    table[at] = ((low >>> 8) | (high << 24)) ^ (rowLow[low & 255] as number);
    table[at + 1] = (high >>> 8) ^ (rowHigh?.[low & 255] ?? 0);
  }
}
