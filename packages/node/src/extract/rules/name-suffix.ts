const longestName = 255;

/** A further name for a file whose own is taken: `readme~2.txt`; the name is cut where the suffix would not fit. */
export function addSuffix(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const ending = `~${number}${extension}`;
  if (Buffer.byteLength(name) + ending.length - extension.length <= longestName) return `${base}${ending}`;
  const room = longestName - Buffer.byteLength(ending);
  return room > 0 ? `${cutToBytes(base, room)}${ending}` : `${cutToBytes(name, longestName - 12)}~${number}`;
}

/** The longest beginning of a name that has at most `most` bytes; a character is never cut in two. */
function cutToBytes(name: string, most: number): string {
  let length = 0;
  let result = '';
  for (const character of name) {
    length += Buffer.byteLength(character);
    if (length > most) break;
    result += character;
  }
  return result;
}
