import { expect, test } from 'vitest';
import { unescapePart } from '../../../src/extract/rules/escape-character.ts';
import { escapeForbiddenCharacters } from '../../../src/extract/rules/forbidden-characters.ts';

test.each([
  ['a<b>', 'a%3Cb%3E'],
  ['file:stream', 'file%3Astream'],
  ['"|?*', '%22%7C%3F%2A'],
  ['\x80\x9f', '%80%9F'],
  ['half \ud83d', 'half %uD83D'],
  ['\ude00 half', '%uDE00 half'],
  ['whole 😀', 'whole 😀'],
  ['plain', 'plain'],
])('%j becomes %j', (part, name) => {
  expect(escapeForbiddenCharacters(part)).toBe(name);
  expect(unescapePart(name)).toBe(part);
});
