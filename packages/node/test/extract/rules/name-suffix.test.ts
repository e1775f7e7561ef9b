import { expect, test } from 'vitest';
import { addSuffix } from '../../../src/extract/rules/name-suffix.ts';

test.each([
  ['readme.txt', 2, 'readme~2.txt'],
  ['noext', 3, 'noext~3'],
  ['.hidden', 2, '.hidden~2'],
  ['a.tar.gz', 10, 'a.tar~10.gz'],
])('%j number %d is %j', (name, number, expected) => {
  expect(addSuffix(name, number)).toBe(expected);
});

test.each([`${'x'.repeat(251)}.txt`, `${'é'.repeat(125)}.abcd`, `a.${'x'.repeat(253)}`, 'é'.repeat(127)])(
  'a long name is cut to stay a name',
  (name) => {
    const suffixed = addSuffix(name, 12345);
    expect(Buffer.byteLength(suffixed)).toBeLessThanOrEqual(255);
    expect(suffixed).toContain('~12345');
    expect(Buffer.from(suffixed).toString()).toBe(suffixed);
  },
);
