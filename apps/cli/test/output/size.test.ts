import { describe, expect, test } from 'vitest';
import { formatCount, formatSize, parseSize, plural } from '../../src/output/size.ts';

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [1_625_096, '1.55 MB'],
    [12 * 2 ** 30, '12.0 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  test.each([
    ['4096', 4096],
    ['64k', 65536],
    ['64M', 2 ** 26],
    ['1.5G', 1.5 * 2 ** 30],
    ['2GiB', 2 ** 31],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseSize(text, 'memory')).toBe(bytes);
  });

  test.each(['', '-1', 'many', '1X', '9'.repeat(30)])('%j is no size', (text) => {
    expect(() => parseSize(text, 'memory')).toThrow(
      `--memory is "${text}", expected a size such as 64M or 2G.`,
    );
  });

  test('counts have thousands apart and the right number', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([plural(1, 'file'), plural(2, 'file'), plural(0, 'entry', 'entries')]).toEqual([
      '1 file',
      '2 files',
      '0 entries',
    ]);
  });
});
