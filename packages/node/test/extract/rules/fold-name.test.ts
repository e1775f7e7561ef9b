import { expect, test } from 'vitest';
import { foldName } from '../../../src/extract/rules/fold-name.ts';

test.each([
  ['README.txt', 'readme.TXT'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['Straße', 'STRASSE'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
])('%j and %j are the same file on some system', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test('different names stay different', () => {
  expect(foldName('a')).not.toBe(foldName('á'));
});
