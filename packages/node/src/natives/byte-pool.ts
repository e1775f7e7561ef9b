/** Bytes of the pool; larger wishes than a quarter of it get memory of their own. */
const poolLength = 2 ** 20;

let pool = new Uint8Array(0);
let taken = 0;

/**
 * Memory that nobody else has, whatever is in it. Many small pieces share one allocation, which costs far less than one
 * for each; it is given back when all of them are.
 */
export function takeFromPool(length: number): Uint8Array {
  if (length > poolLength / 4) return makeBytes(length);
  if (taken + length > pool.length) {
    pool = makeBytes(poolLength);
    taken = 0;
  }
  const start = taken;
  taken += length;
  return pool.subarray(start, taken);
}

function makeBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer);
}
