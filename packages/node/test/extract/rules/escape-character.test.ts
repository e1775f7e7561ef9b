import { expect, test } from 'vitest';
import { escapeCharacter, escapeEscapes, unescapePart } from '../../../src/extract/rules/escape-character.ts';

test.each([
  [':', '%3A'],
  ['\x85', '%85'],
  ['\ud800', '%uD800'],
])('%j is written as %s and read back', (character, escaped) => {
  expect(escapeCharacter(character)).toBe(escaped);
  expect(unescapePart(escaped)).toBe(character);
});

test('only what looks like an escape is escaped itself', () => {
  expect(escapeEscapes('100%')).toBe('100%');
  expect(escapeEscapes('50%ab')).toBe('50%ab');
  expect(escapeEscapes('%3A')).toBe('%253A');
  expect(unescapePart('%253A')).toBe('%3A');
  expect(unescapePart(escapeEscapes('%u0041%25%'))).toBe('%u0041%25%');
});
