import { existsSync } from 'node:fs';
import { ArchiveError } from '@packwright/core';
import { FileSink } from '@packwright/node';
import type { CommandContext } from './command-context.ts';

/** The file that a verb makes; one that is there already is replaced only with `--overwrite`. */
export function createOutputFile(context: CommandContext, path: string): FileSink {
  if (!context.has('overwrite') && existsSync(path)) {
    throw new ArchiveError('SINK_FAILED', `Cannot write ${path}: the file is there already.`, {
      path,
      help: 'Choose another name, or replace the file with --overwrite.',
    });
  }
  return FileSink.create(path, { overwrite: context.has('overwrite'), budget: context.budget() });
}
