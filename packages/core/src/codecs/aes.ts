/** Bytes of one AES block. */
export const blockLength = 16;

/**
 * AES (FIPS 197) block by block, for platforms without a native one. Four tables per direction hold substitution and
 * column mixing together, so that a round is sixteen look-ups.
 */
export class Aes {
  readonly #encryptKeys: Int32Array;
  readonly #decryptKeys: Int32Array;

  /** Takes a key of 16, 24 or 32 bytes; the caller checks the length. */
  constructor(key: Uint8Array) {
    this.#encryptKeys = expandKey(key);
    this.#decryptKeys = invertKeys(this.#encryptKeys);
  }

  /** Encrypts the whole blocks of `bytes` in place, each `passes` times. */
  encrypt(bytes: Uint8Array, passes: number): void {
    runRounds(bytes, passes, this.#encryptKeys, tables().encrypt, 4, 12);
  }

  /** Decrypts the whole blocks of `bytes` in place, each `passes` times. */
  decrypt(bytes: Uint8Array, passes: number): void {
    runRounds(bytes, passes, this.#decryptKeys, tables().decrypt, 12, 4);
  }
}

/**
 * Decrypting shifts the rows the other way, which is the same work once the columns 1 and 3 have traded places: they
 * are read from and written to `second` and `fourth`, and the keys have them in that order.
 */
function runRounds(
  bytes: Uint8Array,
  passes: number,
  keys: Int32Array,
  direction: Direction,
  second: number,
  fourth: number,
): void {
  const { t0, t1, t2, t3, box } = direction;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = keys.length - 4;
  for (let at = 0; at <= bytes.length - blockLength; at += blockLength) {
    let a = view.getInt32(at);
    let b = view.getInt32(at + second);
    let c = view.getInt32(at + 8);
    let d = view.getInt32(at + fourth);
    for (let pass = 0; pass < passes; pass++) {
      a ^= keys[0] as number;
      b ^= keys[1] as number;
      c ^= keys[2] as number;
      d ^= keys[3] as number;
      for (let k = 4; k < last; k += 4) {
        const e =
          (t0[a >>> 24] as number) ^
          (t1[(b >>> 16) & 255] as number) ^
          (t2[(c >>> 8) & 255] as number) ^
          (t3[d & 255] as number) ^
          (keys[k] as number);
        const f =
          (t0[b >>> 24] as number) ^
          (t1[(c >>> 16) & 255] as number) ^
          (t2[(d >>> 8) & 255] as number) ^
          (t3[a & 255] as number) ^
          (keys[k + 1] as number);
        const g =
          (t0[c >>> 24] as number) ^
          (t1[(d >>> 16) & 255] as number) ^
          (t2[(a >>> 8) & 255] as number) ^
          (t3[b & 255] as number) ^
          (keys[k + 2] as number);
        d =
          (t0[d >>> 24] as number) ^
          (t1[(a >>> 16) & 255] as number) ^
          (t2[(b >>> 8) & 255] as number) ^
          (t3[c & 255] as number) ^
          (keys[k + 3] as number);
        a = e;
        b = f;
        c = g;
      }
      const e = joinBytes(box, a, b, c, d) ^ (keys[last] as number);
      const f = joinBytes(box, b, c, d, a) ^ (keys[last + 1] as number);
      const g = joinBytes(box, c, d, a, b) ^ (keys[last + 2] as number);
      d = joinBytes(box, d, a, b, c) ^ (keys[last + 3] as number);
      a = e;
      b = f;
      c = g;
    }
    view.setInt32(at, a);
    view.setInt32(at + second, b);
    view.setInt32(at + 8, c);
    view.setInt32(at + fourth, d);
  }
}

/** The last round: substitution without mixing. */
function joinBytes(box: Uint8Array, a: number, b: number, c: number, d: number): number {
  return (look(box, a >>> 24) << 24) | (look(box, b >>> 16) << 16) | (look(box, c >>> 8) << 8) | look(box, d);
}

interface Direction {
  readonly t0: Int32Array;
  readonly t1: Int32Array;
  readonly t2: Int32Array;
  readonly t3: Int32Array;
  readonly box: Uint8Array;
}

interface Tables {
  readonly encrypt: Direction;
  readonly decrypt: Direction;
}

let made: Tables | undefined;

function tables(): Tables {
  made ??= makeTables();
  return made;
}

/** The byte of a box; words have their own access, because one place that sees two kinds of array is slow. */
function look(box: Uint8Array, index: number): number {
  return box[index & 255] as number;
}

/** Multiplies in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let left = a, right = b; right > 0; right >>= 1) {
    if (right & 1) product ^= left;
    left = (left << 1) ^ (left & 0x80 ? 0x11b : 0);
  }
  return product;
}

function makeTables(): Tables {
  const box = new Uint8Array(256);
  const inverseBox = new Uint8Array(256);
  // 3 generates the field and 0xF6 is its inverse: walking both ways pairs each element with its inverse.
  let element = 1;
  let inverse = 1;
  do {
    element = multiply(element, 3);
    inverse = multiply(inverse, 0xf6);
    const x = inverse | (inverse << 8);
    box[element] = (x ^ (x >> 4) ^ (x >> 5) ^ (x >> 6) ^ (x >> 7) ^ 0x63) & 255;
  } while (element !== 1);
  box[0] = 0x63;
  for (let i = 0; i < 256; i++) inverseBox[look(box, i)] = i;
  return { encrypt: mixing(box, [2, 1, 1, 3]), decrypt: mixing(inverseBox, [14, 9, 13, 11]) };
}

/** Substitution and one column of the mixing matrix in one table, and its three rotations. */
function mixing(box: Uint8Array, column: readonly [number, number, number, number]): Direction {
  const [t0, t1, t2, t3] = [0, 1, 2, 3].map(() => new Int32Array(256)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let i = 0; i < 256; i++) {
    const value = look(box, i);
    const [a, b, c, d] = column.map((factor) => multiply(value, factor)) as [number, number, number, number];
    const word = (a << 24) | (b << 16) | (c << 8) | d;
    t0[i] = word;
    t1[i] = (word >>> 8) | (word << 24);
    t2[i] = (word >>> 16) | (word << 16);
    t3[i] = (word >>> 24) | (word << 8);
  }
  return { t0, t1, t2, t3, box };
}

function expandKey(key: Uint8Array): Int32Array {
  const { box } = tables().encrypt;
  const words = key.length / 4;
  const keys = new Int32Array(4 * (words + 7));
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  let constant = 1;
  for (let i = 0; i < keys.length; i++) {
    if (i < words) {
      keys[i] = view.getInt32(4 * i);
      continue;
    }
    let word = keys[i - 1] as number;
    if (i % words === 0) {
      // The bytes move one place to the left before they are substituted.
      word = joinBytes(box, word << 8, word << 8, word << 8, word >>> 24) ^ (constant << 24);
      constant = multiply(constant, 2);
    } else if (words > 6 && i % words === 4) {
      word = joinBytes(box, word, word, word, word);
    }
    keys[i] = (keys[i - words] as number) ^ word;
  }
  return keys;
}

/** Round keys for decrypting: in reverse, mixed backwards except the first and the last, columns 1 and 3 traded. */
function invertKeys(keys: Int32Array): Int32Array {
  const { box } = tables().encrypt;
  const { t0, t1, t2, t3 } = tables().decrypt;
  const inverted = new Int32Array(keys.length);
  const last = keys.length - 4;
  for (let i = 0; i < keys.length; i++) {
    const round = i - (i & 3);
    const word = keys[last - round + (-i & 3)] as number;
    inverted[i] =
      round === 0 || round === last
        ? word
        : (t0[look(box, word >>> 24)] as number) ^
          (t1[look(box, word >>> 16)] as number) ^
          (t2[look(box, word >>> 8)] as number) ^
          (t3[look(box, word)] as number);
  }
  return inverted;
}
