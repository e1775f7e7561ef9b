import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { refuseOutside } from '../../../src/extract/rules/inside-destination.ts';

const path = (...parts: string[]): string => ['', ...parts].join(sep);

test.each([
  path('out'),
  path('outer', 'x'),
  path('etc', 'passwd'),
  path('out', '..', 'x'),
  path('out', 'a', '..'),
  path('out', ''),
  'out/x',
])('refuses %s', (target) => {
  expect(() => refuseOutside(path('out'), target)).toThrow(expect.objectContaining({ code: 'PATH_UNSAFE' }));
});

test.each([path('out', 'x'), path('out', 'a', 'b'), path('out', '..a'), path('out', 'a..b', '...')])(
  'lets %s pass',
  (target) => {
    refuseOutside(path('out'), target);
    refuseOutside(path('out', ''), target);
  },
);

test('the root of the disk can be the destination', () => {
  refuseOutside(sep, path('x'));
});
