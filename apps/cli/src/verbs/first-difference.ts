import type { ByteSource } from '@packwright/core';

const chunkLength = 2 ** 20;

/** Offset of the first byte in which two sources differ, or nothing when they are equal. */
export async function firstDifference(
  a: ByteSource,
  b: ByteSource,
  breathe: () => Promise<void> | undefined,
): Promise<number | undefined> {
  const common = Math.min(a.size, b.size);
  for (let at = 0; at < common; at += chunkLength) {
    const length = Math.min(chunkLength, common - at);
    const [left, right] = [await a.read(at, length), await b.read(at, length)];
    // Comparing by hand is fifty times slower and only needed once.
    if (Buffer.compare(left, right) !== 0)
      return at + left.findIndex((byte, number) => byte !== right[number]);
    await breathe();
  }
  return a.size === b.size ? undefined : common;
}
