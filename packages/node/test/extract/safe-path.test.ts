import { win32 } from 'node:path';
import { ArchiveError } from '@packwright/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unescapePart } from '../../src/extract/rules/escape-character.ts';
import { splitPath } from '../../src/extract/rules/split-path.ts';
import { escapePart, isPlainPart, safePath } from '../../src/extract/safe-path.ts';

const nasty = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    '.',
    '/',
    '\\',
    ':',
    ' ',
    '%',
    '2',
    'E',
    'u',
    '*',
    '\0',
    '\x1f',
    'é',
    '\ud800',
    '~',
    'con',
    'nul',
    '..',
  ),
});

describe('safePath', () => {
  test('gives the parts of an ordinary path unchanged', () => {
    expect(safePath('maps/e1m1.bsp')).toEqual({ parts: ['maps', 'e1m1.bsp'], findings: [] });
  });

  test('tells what is written differently', () => {
    expect(safePath('a?/con').findings).toEqual([
      {
        severity: 'note',
        code: 'path-escaped',
        message: 'The path "a?/con" is written as "a%3F/%63on".',
        path: 'a?/con',
      },
    ]);
  });

  test('whatever comes in, each part is one harmless name, or the path is refused', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (path) => {
        let parts: readonly string[];
        try {
          parts = safePath(path).parts;
        } catch (error) {
          expect(ArchiveError.is(error)).toBe(true);
          return;
        }
        for (const part of parts) {
          expect(part).not.toMatch(/^\.{0,2}$|[/\\:\0]|[. ]$/);
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
          expect(Buffer.from(part).toString()).toBe(part);
        }
        const windows = win32.resolve('C:\\out', ...parts);
        expect(windows === 'C:\\out' || windows.startsWith('C:\\out\\')).toBe(true);
        expect(parts.map(unescapePart)).toEqual(splitPath(path));
      }),
      { numRuns: 2000 },
    );
  });

  test('escaping is one to one', () => {
    fc.assert(
      fc.property(nasty, nasty, (one, other) => {
        expect(unescapePart(escapePart(one))).toBe(one);
        expect(escapePart(one) === escapePart(other)).toBe(one === other);
      }),
      { numRuns: 1000 },
    );
  });

  test('a plain part is one that the rules leave alone', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string()), (part) => {
        if (isPlainPart(part)) expect(safePath(part)).toEqual({ parts: [part], findings: [] });
      }),
      { numRuns: 1000 },
    );
    expect(isPlainPart('e1m1.bsp')).toBe(true);
    expect(isPlainPart('nul.bsp')).toBe(false);
  });
});
