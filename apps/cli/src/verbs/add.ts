import { ArchiveError } from '@packwright/core';
import { FileSource } from '@packwright/node/reading';
import type { CommandContext } from '../command-context.ts';
import { runEdit, splitEntryPath } from './run-edit.ts';

/** `packwright add ARCHIVE!/PATH [FILE]` */
export async function run(context: CommandContext): Promise<number> {
  const [target = '', file] = context.operands;
  const { outer, inner } = await splitEntryPath(context, target);
  if (target.endsWith('/')) {
    const path = inner.map((part) => part.replace(/\/+$/, ''));
    return runEdit(context, outer, (editor) => editor.request({ kind: 'add-directory', path }));
  }
  if (file === undefined) {
    throw new ArchiveError('OPTION_INVALID', 'add needs a FILE, unless the path ends in / for a folder.');
  }
  const content = FileSource.open(file);
  try {
    return await runEdit(context, outer, (editor) => editor.add(inner, content));
  } finally {
    await content.close();
  }
}
