/** The next multiple of `alignment` at or above `value`; exact for offsets beyond 32 bits. */
export function alignUp(value: number, alignment: number): number {
  if (alignment <= 1) return value;
  const rest = value % alignment;
  return rest === 0 ? value : value + alignment - rest;
}
