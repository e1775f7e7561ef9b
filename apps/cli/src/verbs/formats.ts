import type { FormatPlugin, OptionDefinition, OptionSchema } from '@packwright/core';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { formatTable } from '../output/table.ts';

/** `packwright formats [ID]` */
export async function run(context: CommandContext): Promise<number> {
  const { output } = context;
  const [wanted] = context.operands;
  const formats: FormatPlugin[] = [];
  for (const handle of await context.formats()) {
    if (wanted !== undefined && handle.id !== wanted) continue;
    try {
      formats.push(await handle.load());
    } catch (error) {
      output.warn(error instanceof Error ? error.message : String(error));
    }
  }
  if (output.isJson) output.object({ schema: 1, formats: formats.map(toJson) });
  else if (wanted === undefined) printTable(context, formats);
  else for (const format of formats) printFormat(context, format);
  return wanted !== undefined && formats.length === 0 ? 6 : 0;
}

function abilities({ writer }: FormatPlugin): string {
  if (writer === undefined) return 'read';
  return writer.update === undefined ? 'read, write' : 'read, write, edit';
}

function printTable({ output }: CommandContext, formats: readonly FormatPlugin[]): void {
  const columns = [{ title: 'ID' }, { title: 'TITLE' }, { title: 'CAN' }, { title: 'EXTENSIONS' }];
  const rows = formats.map((format) => [
    output.palette.cyan(format.id),
    escapeText(format.title),
    abilities(format),
    escapeText(format.extensions.join(' ')),
  ]);
  for (const line of formatTable(columns, rows, output.palette.bold)) output.line(line);
  output.say('Options of one format: packwright formats ID');
}

function printFormat({ output }: CommandContext, format: FormatPlugin): void {
  const { bold } = output.palette;
  output.line(`${bold(format.id)}: ${escapeText(format.title)} (${abilities(format)})`);
  printOptions(output.line.bind(output), bold('Options for reading'), format.options);
  printOptions(output.line.bind(output), bold('Options for writing'), format.writer?.options ?? {});
  for (const { id, title } of format.overlays ?? []) output.line(`Search rules ${id}: ${escapeText(title)}`);
  for (const { id, title } of format.keys ?? []) output.line(`Key ${id}: ${escapeText(title)}`);
}

function printOptions(print: (text: string) => void, title: string, schema: OptionSchema): void {
  const options = Object.entries(schema);
  if (options.length === 0) return;
  print(title);
  const rows = options.map(([name, option]) => [`  ${name}`, describeValue(option), option.title]);
  for (const line of formatTable([{ title: '' }, { title: '' }, { title: '' }], rows).slice(1)) print(line);
}

function describeValue(option: OptionDefinition): string {
  const kind = option.type === 'choice' ? option.choices.join('|') : option.type;
  return option.default === undefined ? kind : `${kind} (default ${option.default})`;
}

function toJson(format: FormatPlugin): Record<string, unknown> {
  return {
    id: format.id,
    title: format.title,
    extensions: format.extensions,
    canWrite: format.writer !== undefined,
    canEdit: format.writer?.update !== undefined,
    readOptions: format.options,
    writeOptions: format.writer?.options ?? {},
    overlays: (format.overlays ?? []).map(({ id, title }) => ({ id, title })),
    keys: (format.keys ?? []).map(({ id, title }) => ({ id, title })),
  };
}
