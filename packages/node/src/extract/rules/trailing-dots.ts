import { escapeCharacter } from './escape-character.ts';

/** Escapes a last dot or space, which Windows drops without a word: `x.` would become `x`. */
export function escapeTrailingDot(part: string): string {
  return part.replace(/[. ]$/, escapeCharacter);
}
