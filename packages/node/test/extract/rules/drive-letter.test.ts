import { expect, test } from 'vitest';
import { refuseDriveLetter } from '../../../src/extract/rules/drive-letter.ts';
import { splitPath } from '../../../src/extract/rules/split-path.ts';

test.each(['C:\\Windows\\x', 'c:x', 'Z:', '/C:/x', './d:/x'])('refuses %j', (path) => {
  expect(() => refuseDriveLetter(path, splitPath(path))).toThrow(
    expect.objectContaining({ code: 'PATH_UNSAFE' }),
  );
});

test.each(['CC:x', 'a/C:/x', '1:x', ''])('lets %j pass: its colon is escaped elsewhere', (path) => {
  refuseDriveLetter(path, splitPath(path));
});
