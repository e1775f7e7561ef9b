import { expect, test } from 'vitest';
import { matchesAny, parsePatterns } from '../../src/patterns/pattern.ts';

test.each([
  ['*.cfg', 'a.cfg', true],
  ['*.cfg', 'maps/a.cfg', false],
  ['**/*.cfg', 'maps/deep/a.cfg', true],
  ['**/*.cfg', 'a.cfg', true],
  ['maps', 'maps/a.bsp', true],
  ['maps', 'mapsx', false],
  ['maps/?.bsp', 'maps/a.bsp', true],
  ['{maps,sound}/**', 'sound/x.wav', true],
  ['[a-c]*', 'bcd', true],
  ['[!a-c]*', 'bcd', false],
  ['a+b(1).txt', 'a+b(1).txt', true],
  ['in.pak', 'in.pak!/a.cfg', true],
  ['in.pak!/maps', 'in.pak!/maps/a.bsp', true],
  ['in.pak', 'in.pak!x', false],
])('%s on %s', (pattern, path, isWanted) => {
  expect(matchesAny(parsePatterns([pattern]), path)).toBe(isWanted);
});

test('the last pattern that fits decides, and exclusions alone mean everything else', () => {
  expect(matchesAny(parsePatterns(['**/*.bsp', '!maps/b*', 'maps/bad.bsp']), 'maps/bad.bsp')).toBe(true);
  expect(matchesAny(parsePatterns(['**/*.bsp', '!maps/b*']), 'maps/bad.bsp')).toBe(false);
  expect(matchesAny(parsePatterns(['!*.txt']), 'a.cfg')).toBe(true);
});
