/**
 * Stands for a character that a file name cannot have: `%` and two upper-case hex digits, or `%u` and four. The same
 * on every system, so that a folder extracted on one can be packed on another.
 */
export function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16).toUpperCase();
  return code < 0x100 ? `%${digits.padStart(2, '0')}` : `%u${digits.padStart(4, '0')}`;
}

/** Escapes the `%` of what would be read as an escape. */
export function escapeEscapes(part: string): string {
  return part.replace(/%(?=[0-9A-F]{2}|u[0-9A-F]{4})/g, '%25');
}

/** The part of a path that `escapePart` made this file name of. */
export function unescapePart(name: string): string {
  return name.replace(/%(?:u([0-9A-F]{4})|([0-9A-F]{2}))/g, (_, long: string | undefined, short: string) =>
    String.fromCharCode(Number.parseInt(long ?? short, 16)),
  );
}
