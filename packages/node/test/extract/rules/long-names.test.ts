import { expect, test } from 'vitest';
import { safePath } from '../../../src/extract/safe-path.ts';

test('a name of 255 bytes passes, one more is refused', () => {
  expect(safePath('x'.repeat(255)).parts).toHaveLength(1);
  expect(() => safePath('x'.repeat(256))).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
  expect(() => safePath('é'.repeat(128))).toThrow('has 256 bytes, a file name can have 255');
});

test('counts the name as it is written', () => {
  expect(() => safePath('?'.repeat(86))).toThrow('has 258 bytes');
});

test('refuses a path over the limit', () => {
  expect(safePath('aaa/bbb', 7).parts).toEqual(['aaa', 'bbb']);
  expect(() => safePath('aaa/bbbb', 7)).toThrow('has 8 bytes, the limit is 7');
});
