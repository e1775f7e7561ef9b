import { ArchiveError } from '@packwright/core';
import type { CommandContext } from '../command-context.ts';
import { runEdit, splitEntryPath } from './run-edit.ts';

/** `packwright rm ARCHIVE!/PATH…` */
export async function run(context: CommandContext): Promise<number> {
  const targets = await Promise.all(context.operands.map((text) => splitEntryPath(context, text)));
  const [first] = targets;
  const other = targets.find(({ outer }) => outer !== first?.outer);
  if (first === undefined || other !== undefined) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `One edit changes one archive, but found ${first?.outer} and ${other?.outer}.`,
    );
  }
  const index = context.count('index');
  return runEdit(context, first.outer, (editor) => {
    for (const { inner } of targets) editor.remove(inner, index);
  });
}
