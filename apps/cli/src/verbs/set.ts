import { FileSource } from '@packwright/node/reading';
import type { CommandContext } from '../command-context.ts';
import { runEdit, splitEntryPath } from './run-edit.ts';

/** `packwright set ARCHIVE!/PATH FILE` */
export async function run(context: CommandContext): Promise<number> {
  const [target = '', file = ''] = context.operands;
  const { outer, inner } = await splitEntryPath(context, target);
  const content = FileSource.open(file);
  try {
    return await runEdit(context, outer, (editor) => editor.replace(inner, content, context.count('index')));
  } finally {
    await content.close();
  }
}
