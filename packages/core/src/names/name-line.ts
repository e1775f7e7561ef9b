/** Where a line starts behind its white space. */
export function skipSpace(text: Uint8Array, start: number, end: number): number {
  let from = start;
  while (from < end && (text[from] as number) <= 0x20) from++;
  return from;
}

/** Where a line ends before its white space, carriage returns included. */
export function dropSpace(text: Uint8Array, start: number, end: number): number {
  let to = end;
  while (to > start && (text[to - 1] as number) <= 0x20) to--;
  return to;
}

/** Where the name starts in a line: behind `hash:` when it begins with 8 or 16 hex digits and a colon. */
export function skipHashPrefix(text: Uint8Array, start: number, end: number): number {
  const from = text[start] === 0x30 && ((text[start + 1] ?? 0) | 0x20) === 0x78 ? start + 2 : start;
  if (isHashUpTo(text, from, from + 8, end)) return from + 9;
  return isHashUpTo(text, from, from + 16, end) ? from + 17 : start;
}

function isHashUpTo(text: Uint8Array, from: number, colon: number, end: number): boolean {
  if (colon >= end || text[colon] !== 0x3a) return false;
  for (let at = from; at < colon; at++) if (!isHexDigit(text[at] ?? 0)) return false;
  return true;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
