import { expect, test } from 'vitest';
import { escapeText } from '../../src/output/escape.ts';

test.each([
  ['maps/straße 火.bsp', 'maps/straße 火.bsp'],
  ['a\u001b[2Jb', 'a\\x1b[2Jb'],
  ['line\nline\ttab\u0000', 'line\\x0aline\\x09tab\\x00'],
  ['\u009b31m', '\\x9b31m'],
  ['abc\u202egnp.exe', 'abc\\u202egnp.exe'],
])('%j is shown as %j', (text, shown) => {
  expect(escapeText(text)).toBe(shown);
});
