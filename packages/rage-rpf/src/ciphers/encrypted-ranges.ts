/** The last bytes of a body are encrypted whatever the configuration says. */
const tailLength = 0x400;

/** Reading unit of the game for a body of `size` bytes; the ranges depend on it in one odd case. */
export function readingUnit(size: number, resource: boolean, compressed: boolean): number {
  if (resource) return compressed ? 0x80000 : size;
  return compressed ? 0x2000 : 0x1000;
}

/**
 * Encrypted ranges of an RPF8 body, as start, end, start, end, … in ascending order. `size` is that of the body
 * without signature and resource header, `chunk` its reading unit.
 */
export function encryptedRanges(config: number, size: number, chunk: number): number[] {
  const ranges: number[] = [];
  let last = 0;
  const add = (start: number, end: number): void => {
    const from = Math.max(start, last);
    const to = Math.min(end, size);
    if (from >= to) return;
    ranges.push(from, to);
    last = to;
  };
  const head = (config & 3) === 0 ? 0 : 0x400 << (2 * (config & 3));
  const level = (config >>> 2) & 7;
  const tail = size - tailLength;
  add(0, head);
  if (head >= tail) return ranges;
  if (level !== 0) {
    const length = 0x400 << level;
    const stride = ((config >>> 5) + 1) * 0x10000;
    if (stride === chunk && tail < stride && stride < size) {
      // The engine skips what lies before the second chunk here, so its archives were encrypted that way.
      last = stride;
    } else {
      for (let at = ranges.length > 0 ? stride : 0; at + length <= tail; at += stride) add(at, at + length);
    }
  }
  add(tail, size);
  return ranges;
}
