import { escapeCharacter } from './escape-character.ts';

/** Names of devices on Windows, in any folder and with any extension; superscript digits count as digits there. */
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Escapes the first character of a name that Windows takes for a device. */
export function escapeReservedName(part: string): string {
  return reserved.test(part) ? `${escapeCharacter(part)}${part.slice(1)}` : part;
}
