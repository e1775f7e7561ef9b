import { FileSource, readLog, undoEdit } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';
import { formatSize } from '../output/size.ts';

/** `packwright undo ARCHIVE` */
export async function run({ operands, output }: CommandContext): Promise<number> {
  const [path = ''] = operands;
  // Without a journal nothing was looked at yet, not even whether there is such a file.
  if (readLog(path).length === 0) await FileSource.open(path).close();
  const { id, title, oldSize, time } = undoEdit(path);
  if (output.isJson) output.object({ schema: 1, undone: { id, title, time }, size: oldSize });
  else output.say(`Undone: ${title}. The archive is what it was before, ${formatSize(oldSize)}.`);
  return 0;
}
