/** The range of a line without surrounding white space, carriage returns included. */
export function trimLine(text: Uint8Array, start: number, end: number): [start: number, end: number] {
  let from = start;
  let to = end;
  while (from < to && (text[from] ?? 0) <= 0x20) from++;
  while (to > from && (text[to - 1] ?? 0) <= 0x20) to--;
  return [from, to];
}

/** Where the name starts in a line: behind `hash:` when it begins with 8 or 16 hex digits and a colon. */
export function skipHashPrefix(text: Uint8Array, start: number, end: number): number {
  const from = text[start] === 0x30 && ((text[start + 1] ?? 0) | 0x20) === 0x78 ? start + 2 : start;
  for (const digits of [8, 16]) {
    const colon = from + digits;
    if (colon >= end || text[colon] !== 0x3a) continue;
    let at = from;
    while (at < colon && isHexDigit(text[at] ?? 0)) at++;
    if (at === colon) return colon + 1;
  }
  return start;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
