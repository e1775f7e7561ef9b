import { readFileSync } from 'node:fs';
import { errorCodesByExit } from '@packwright/core';
import { expect, it } from 'vitest';

it('docs/errors.md has a heading for each error code, with its exit code', () => {
  const text = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
  const found = [...text.matchAll(/^## ([A-Z_]+)\nExit (\d+)\./gm)].map(
    ([, code, exit]) => `${exit} ${code}`,
  );
  const expected = Object.entries(errorCodesByExit).flatMap(([exit, codes]) =>
    codes.map((code) => `${exit} ${code}`),
  );
  expect(found.sort()).toEqual(expected.sort());
});
