/** Whether two pieces have the same bytes; the test runner's own comparison takes seconds for large ones. */
export function sameBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
