import { expect, test } from 'vitest';
import { unescapePart } from '../../../src/extract/rules/escape-character.ts';
import { escapeTrailingDot } from '../../../src/extract/rules/trailing-dots.ts';

test.each([
  ['x.', 'x%2E'],
  ['x ', 'x%20'],
  ['...', '..%2E'],
  ['.. ', '..%20'],
  ['x.y', 'x.y'],
  [' x', ' x'],
])('%j becomes %j', (part, name) => {
  expect(escapeTrailingDot(part)).toBe(name);
  expect(unescapePart(name)).toBe(part);
});
