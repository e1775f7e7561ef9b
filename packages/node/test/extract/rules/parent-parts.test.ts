import { expect, test } from 'vitest';
import { refuseParentParts } from '../../../src/extract/rules/parent-parts.ts';
import { splitPath } from '../../../src/extract/rules/split-path.ts';

test.each(['..', '../x', 'a/../../x', 'a\\..\\x', 'a/..', './..//x'])('refuses %j', (path) => {
  expect(() => refuseParentParts(path, splitPath(path))).toThrow(
    expect.objectContaining({ code: 'PATH_UNSAFE' }),
  );
});

test.each(['...', 'a..b', '..a', '.. x'])('lets %j pass', (path) => {
  refuseParentParts(path, splitPath(path));
});
