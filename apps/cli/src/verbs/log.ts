import { FileSource, forgetLog, readLog } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { formatSize, plural } from '../output/size.ts';
import { formatTable } from '../output/table.ts';

/** `packwright log ARCHIVE [--forget]` */
export async function run(context: CommandContext): Promise<number> {
  const { operands, output } = context;
  const [path = ''] = operands;
  const edits = readLog(path);
  // Without a journal nothing was looked at yet, not even whether there is such a file.
  if (edits.length === 0) await FileSource.open(path).close();
  if (context.has('forget')) {
    const freed = forgetLog(path);
    if (output.isJson) output.object({ schema: 1, freed });
    else output.say(`Forgotten. ${formatSize(freed)} freed.`);
    return 0;
  }
  if (output.isJson) {
    const rows = edits.map(({ record, state }) => ({
      id: record.id,
      time: record.time,
      title: record.title,
      method: record.kind,
      state,
      oldSize: record.oldSize,
      newSize: record.newSize,
    }));
    output.object({ schema: 1, archive: { path }, edits: rows });
    return 0;
  }
  const columns = [{ title: 'TIME' }, { title: 'STATE' }, { title: 'METHOD' }, { title: 'EDIT' }];
  const rows = edits.map(({ record, state }) => [record.time, state, record.kind, escapeText(record.title)]);
  if (rows.length > 0) for (const line of formatTable(columns, rows, output.palette.bold)) output.line(line);
  output.say(`${plural(edits.length, 'edit')} can be undone.`);
  return 0;
}
