import { escapeCharacter } from './escape-character.ts';

/** What Windows forbids in names, further control characters, and halves of characters, which no file name can hold. */
const forbidden =
  /[<>:"|?*\u0080-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes characters that a file name cannot have on some system. */
export function escapeForbiddenCharacters(part: string): string {
  return part.replace(forbidden, escapeCharacter);
}
