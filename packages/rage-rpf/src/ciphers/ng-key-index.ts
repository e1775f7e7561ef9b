/** Keys of a set; `ngKeyIndex` chooses one. */
export const ngKeyCount = 101;

/** How key sets are numbered: what is added before the division. The widespread key files use 61. */
export const ngKeyBias = 61;

/**
 * Number of the key for a file: `hash` is the folded joaat of its name without folders, `length` the size of the
 * archive (for its table), the plain size of a binary file, or the stored size of a script.
 */
export function ngKeyIndex(hash: number, length: number, bias: number = ngKeyBias): number {
  return ((hash + (length % 2 ** 32) + bias) >>> 0) % ngKeyCount;
}
