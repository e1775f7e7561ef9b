/** Byte ranges of entries, by entry number. */
export interface Ranges {
  readonly length: number;
  offset(entry: number): number;
  size(entry: number): number;
}

/**
 * How many bytes each of `entries` may have at its place before it meets another one: 0 where it shares bytes,
 * infinite behind the last. Empty entries are in nobody's way.
 */
export function findRoom(ranges: Ranges, entries: ReadonlySet<number>): ReadonlyMap<number, number> {
  const order: number[] = [];
  for (let entry = 0; entry < ranges.length; entry++) {
    if (ranges.size(entry) > 0 || entries.has(entry)) order.push(entry);
  }
  order.sort((a, b) => ranges.offset(a) - ranges.offset(b));
  const room = new Map<number, number>();
  let reached = 0;
  order.forEach((entry, position) => {
    const offset = ranges.offset(entry);
    const next = order[position + 1];
    if (entries.has(entry)) {
      const free = next === undefined ? Number.POSITIVE_INFINITY : ranges.offset(next) - offset;
      room.set(entry, reached > offset ? 0 : free);
    }
    reached = Math.max(reached, offset + ranges.size(entry));
  });
  return room;
}
