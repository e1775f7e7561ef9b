import type { CommandContext } from '../command-context.ts';
import { runEdit, splitEntryPath } from './run-edit.ts';

/** `packwright mv ARCHIVE!/PATH NEWPATH` */
export async function run(context: CommandContext): Promise<number> {
  const [target = '', to = ''] = context.operands;
  const { outer, inner } = await splitEntryPath(context, target);
  return runEdit(context, outer, (editor) => editor.rename(inner, to, context.count('index')));
}
