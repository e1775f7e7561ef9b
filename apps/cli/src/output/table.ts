/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of an aligned table; the last column is not filled, so that lines have no trailing space. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  header: (text: string) => string = (text) => text,
): string[] {
  const widths = columns.map(({ title }, column) =>
    rows.reduce((width, row) => Math.max(width, visibleLength(row[column] ?? '')), title.length),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => fill(cell, widths[column] ?? 0, columns[column], column === cells.length - 1))
      .join('  ');
  return [header(line(columns.map(({ title }) => title))), ...rows.map(line)];
}

function fill(cell: string, width: number, column: Column | undefined, isLast: boolean): string {
  const space = ' '.repeat(Math.max(0, width - visibleLength(cell)));
  if (column?.align === 'right') return space + cell;
  return isLast ? cell : cell + space;
}

/** Length without colour codes. */
function visibleLength(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with the escape character.
  return text.replace(/\u001b\[\d+m/g, '').length;
}
