import { addVector, CoordinateMap, lowestBit } from './coordinate-map.ts';

/** One summand: its values, `width` words each, and the index that gives each. */
export interface Summand {
  readonly values: Int32Array;
  readonly indices: Uint16Array;
}

/** Marks coordinates that no index gives. */
const none = 0xffff;

/**
 * Inverts a sum `t0[x0] ^ t1[x1] ^ …` of up to eight summands: finds the indices that give a target. It can where
 * the differences inside each summand span at most 8 dimensions and the spans have nothing in common, as in tables
 * that are a linear map after a substitution of bytes.
 */
export class XorSplit {
  readonly #map: CoordinateMap;
  readonly #indices: Uint16Array;
  readonly #constant: Int32Array;
  readonly #count: number;
  readonly #target: Int32Array;

  private constructor(map: CoordinateMap, indices: Uint16Array, constant: Int32Array, count: number) {
    this.#map = map;
    this.#indices = indices;
    this.#constant = constant;
    this.#count = count;
    this.#target = new Int32Array(constant.length);
  }

  /** The split for some summands, or nothing where this method does not apply. */
  static of(summands: readonly Summand[], width: number): XorSplit | undefined {
    const basis = new Map<number, Int32Array>();
    const constant = new Int32Array(width);
    for (const [number, { values }] of summands.entries()) {
      const vectors = spanOfDifferences(values, width);
      if (vectors === undefined) return undefined;
      for (const [i, vector] of vectors.entries()) basis.set(8 * number + i, vector);
      addVector(constant, values.subarray(0, width));
    }
    const map = CoordinateMap.of(basis, width);
    if (map === undefined) return undefined;
    const indices = new Uint16Array(256 * summands.length).fill(none);
    for (const [number, summand] of summands.entries()) {
      if (!fillIndices(indices, number, summand, map)) return undefined;
    }
    return new XorSplit(map, indices, constant, summands.length);
  }

  /** Writes the index of each summand to `indices`; false when no indices give the target. */
  split(target: Int32Array, at: number, indices: Uint16Array, to: number): boolean {
    for (let word = 0; word < this.#map.width; word++) {
      this.#target[word] = (target[at + word] ?? 0) ^ (this.#constant[word] ?? 0);
    }
    const low = this.#map.low(this.#target, 0);
    const high = this.#count > 4 ? this.#map.high(this.#target, 0) : 0;
    let found = true;
    for (let number = 0; number < this.#count; number++) {
      const coordinates = ((number < 4 ? low : high) >>> (8 * (number & 3))) & 0xff;
      const index = this.#indices[256 * number + coordinates] ?? none;
      if (index === none) found = false;
      indices[to + number] = index;
    }
    return found;
  }
}

/** Independent vectors that span the differences between values; nothing when they are more than 8. */
function spanOfDifferences(values: Int32Array, width: number): Int32Array[] | undefined {
  const reduced: { readonly vector: Int32Array; readonly pivot: number }[] = [];
  const first = values.subarray(0, width);
  for (let at = width; at < values.length; at += width) {
    const vector = values.slice(at, at + width);
    addVector(vector, first);
    for (const row of reduced) {
      if ((((vector[row.pivot >>> 5] ?? 0) >>> (row.pivot & 31)) & 1) === 1) addVector(vector, row.vector);
    }
    const pivot = lowestBit(vector);
    if (pivot < 0) continue;
    if (reduced.length === 8) return undefined;
    reduced.push({ vector, pivot });
  }
  return reduced.map((row) => row.vector);
}

function fillIndices(indices: Uint16Array, number: number, summand: Summand, map: CoordinateMap): boolean {
  const { width } = map;
  const difference = new Int32Array(width);
  for (const [i, index] of summand.indices.entries()) {
    difference.set(summand.values.subarray(i * width, (i + 1) * width));
    addVector(difference, summand.values.subarray(0, width));
    const word = number < 4 ? map.low(difference, 0) : map.high(difference, 0);
    const at = 256 * number + ((word >>> (8 * (number & 3))) & 0xff);
    if (indices[at] !== none) return false;
    indices[at] = index;
  }
  return true;
}
