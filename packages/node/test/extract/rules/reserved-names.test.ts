import { expect, test } from 'vitest';
import { unescapePart } from '../../../src/extract/rules/escape-character.ts';
import { escapePart } from '../../../src/extract/safe-path.ts';

test.each([
  ['CON', '%43ON'],
  ['con.txt', '%63on.txt'],
  ['Nul.tar.gz', '%4Eul.tar.gz'],
  ['aux .x', '%61ux .x'],
  ['COM1', '%43OM1'],
  ['lpt²', '%6Cpt²'],
  ['CONIN$', '%43ONIN$'],
  ['con ', 'con%20'],
  ['con:', 'con%3A'],
  ['console', 'console'],
  ['COM10', 'COM10'],
  ['icon', 'icon'],
])('%j becomes %j', (part, name) => {
  expect(escapePart(part)).toBe(name);
  expect(unescapePart(name)).toBe(part);
});
