import { expect, test } from 'vitest';
import { splitPath } from '../../../src/extract/rules/split-path.ts';

test.each([
  ['a/b\\c', ['a', 'b', 'c']],
  ['/a//b/', ['a', 'b']],
  ['./a/./b', ['a', 'b']],
  ['', []],
  ['/', []],
  ['.', []],
])('splits %j', (path, parts) => {
  expect(splitPath(path)).toEqual(parts);
});
