import { expect, test } from 'vitest';
import { refuseControlCharacters } from '../../../src/extract/rules/control-characters.ts';

test.each(['a\0b', 'a\nb', 'a\x1b[2J', 'a\x7f', '\t', 'x/\x01'])('refuses %j', (path) => {
  expect(() => refuseControlCharacters(path)).toThrow(expect.objectContaining({ code: 'PATH_UNSAFE' }));
});

test('names the character', () => {
  expect(() => refuseControlCharacters('a\x1b')).toThrow(
    'The path "a\\u001b" has the control character U+001B.',
  );
});

test.each(['plain', 'with space', 'é', '日本', '😀'])('lets %j pass', (path) => {
  refuseControlCharacters(path);
});
