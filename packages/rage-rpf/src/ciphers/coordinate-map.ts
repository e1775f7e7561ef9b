/**
 * Finds the coordinates of a vector in a basis, over the field of two elements. Vectors are bit strings of `width`
 * 32-bit words, a basis has at most 64 of them; coordinate n is bit n of a pair of words. Tables for each byte of
 * the vector make a look-up out of the elimination.
 */
export class CoordinateMap {
  readonly width: number;
  readonly #tables: Int32Array;

  private constructor(width: number, tables: Int32Array) {
    this.width = width;
    this.#tables = tables;
  }

  /** The map for a basis, given as vectors by coordinate number; nothing when the vectors are not independent. */
  static of(basis: ReadonlyMap<number, Int32Array>, width: number): CoordinateMap | undefined {
    const rows: Row[] = [];
    for (const [coordinate, vector] of basis) {
      const row: Row = { vector: vector.slice(), combination: new Int32Array(2), pivot: -1 };
      flipBit(row.combination, coordinate);
      for (const other of rows) if (hasBit(row.vector, other.pivot)) addRow(row, other);
      row.pivot = lowestBit(row.vector);
      if (row.pivot < 0) return undefined;
      for (const other of rows) if (hasBit(other.vector, row.pivot)) addRow(other, row);
      rows.push(row);
    }
    return new CoordinateMap(width, makeTables(rows, width));
  }

  /** Low word of the coordinates of `vector[at, at + width)`; right only for vectors that the basis spans. */
  low(vector: Int32Array, at: number): number {
    return this.#coordinates(vector, at, 0);
  }

  /** High word of the coordinates. */
  high(vector: Int32Array, at: number): number {
    return this.#coordinates(vector, at, 1);
  }

  #coordinates(vector: Int32Array, at: number, half: number): number {
    const tables = this.#tables;
    let sum = 0;
    for (let word = 0, table = half; word < this.width; word++, table += 2048) {
      const value = vector[at + word] ?? 0;
      sum ^= tables[table + 2 * (value & 0xff)] ?? 0;
      sum ^= tables[table + 512 + 2 * ((value >>> 8) & 0xff)] ?? 0;
      sum ^= tables[table + 1024 + 2 * ((value >>> 16) & 0xff)] ?? 0;
      sum ^= tables[table + 1536 + 2 * (value >>> 24)] ?? 0;
    }
    return sum;
  }
}

/** A reduced row: no other row has its pivot bit. */
interface Row {
  readonly vector: Int32Array;
  /** Which vectors of the basis add up to this one. */
  readonly combination: Int32Array;
  pivot: number;
}

function makeTables(rows: readonly Row[], width: number): Int32Array {
  const tables = new Int32Array(width * 4 * 256 * 2);
  for (const { pivot, combination } of rows) {
    const table = (pivot >>> 3) * 512;
    for (let value = 0; value < 256; value++) {
      if (((value >>> (pivot & 7)) & 1) === 0) continue;
      for (let half = 0; half < 2; half++) {
        const at = table + 2 * value + half;
        tables[at] = (tables[at] ?? 0) ^ (combination[half] ?? 0);
      }
    }
  }
  return tables;
}

function addRow(target: Row, source: Row): void {
  addVector(target.vector, source.vector);
  addVector(target.combination, source.combination);
}

/** Adds a vector to another of the same width: exclusive or. */
export function addVector(target: Int32Array, source: Int32Array): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) ^ (source[i] ?? 0);
}

function hasBit(vector: Int32Array, bit: number): boolean {
  return (((vector[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function flipBit(vector: Int32Array, bit: number): void {
  vector[bit >>> 5] = (vector[bit >>> 5] ?? 0) ^ (1 << (bit & 31));
}

/** Number of the lowest bit that is set, or -1. */
export function lowestBit(vector: Int32Array): number {
  for (let i = 0; i < vector.length; i++) {
    const word = vector[i] ?? 0;
    if (word !== 0) return 32 * i + 31 - Math.clz32(word & -word);
  }
  return -1;
}
