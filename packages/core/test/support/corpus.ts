import { expect } from 'vitest';

/** A small generator whose numbers are the same everywhere, so that digests of what it makes can be compared. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number below `bound`. */
  below(bound: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state % bound;
  }
}

/** Text of 500 made-up words, the first ones more often: what deflate finds many matches in. */
export function makeText(length: number, seed = 1): Uint8Array {
  const random = new Random(seed);
  const words = Array.from({ length: 500 }, () =>
    Array.from({ length: 3 + random.below(7) }, () => 97 + random.below(26)),
  );
  const text: number[] = [];
  while (text.length < length) text.push(...(words[random.below(1 + random.below(500))] ?? []), 32);
  return Uint8Array.from(text.slice(0, length));
}

/** Bytes without any pattern. */
export function makeNoise(length: number, seed = 7): Uint8Array {
  const random = new Random(seed);
  return Uint8Array.from({ length }, () => random.below(256));
}

/** Text, noise, zeros and other text, 420,000 bytes. */
export function makeMixture(): Uint8Array {
  return join([makeText(200_000), makeNoise(70_000), new Uint8Array(100_000), makeText(50_000, 2)]);
}

export function join(chunks: Iterable<Uint8Array>): Uint8Array {
  return new Uint8Array(Buffer.concat([...chunks]));
}

/** Compares large arrays without walking through them element by element. */
export function expectSameBytes(found: Uint8Array, expected: Uint8Array): void {
  expect(found.length).toBe(expected.length);
  expect(Buffer.compare(found, expected)).toBe(0);
}

/** Pieces of changing, odd lengths. */
export function* oddPieces(bytes: Uint8Array, seed = 3, longest = 5000): Generator<Uint8Array> {
  const random = new Random(seed);
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(longest);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
