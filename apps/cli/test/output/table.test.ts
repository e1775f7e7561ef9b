import { expect, test } from 'vitest';
import { formatTable } from '../../src/output/table.ts';

test('columns are as wide as their widest cell, colours not counted, without trailing space', () => {
  const columns = [{ title: 'SIZE', align: 'right' }, { title: 'NAME' }, { title: 'PATH' }] as const;
  const rows = [
    ['1,024', '\u001b[36mab\u001b[39m', 'x'],
    ['7', 'abcdef', 'yy'],
  ];
  expect(formatTable(columns, rows)).toEqual([
    ' SIZE  NAME    PATH',
    '1,024  \u001b[36mab\u001b[39m      x',
    '    7  abcdef  yy',
  ]);
});

test('a million rows are no problem', () => {
  const rows = Array.from({ length: 1_000_000 }, (_, number) => [String(number)]);
  expect(formatTable([{ title: 'N' }], rows)).toHaveLength(1_000_001);
});
