import { expect, test } from 'vitest';
import { safePath } from '../../../src/extract/safe-path.ts';

test.each(['/etc/passwd', '\\etc\\passwd'])('%j lands below the destination, with a finding', (path) => {
  const { parts, findings } = safePath(path);
  expect(parts).toEqual(['etc', 'passwd']);
  expect(findings).toEqual([
    expect.objectContaining({ severity: 'warning', code: 'path-leading-separator', path }),
  ]);
});

test('a relative path has no finding', () => {
  expect(safePath('etc/passwd').findings).toEqual([]);
});
