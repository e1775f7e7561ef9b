import { FileSource, recoverArchive } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';

/** `packwright recover ARCHIVE` */
export async function run({ operands, output }: CommandContext): Promise<number> {
  const [path = ''] = operands;
  const { outcome, title } = recoverArchive(path);
  // Without a journal nothing was looked at yet, not even whether there is such a file.
  if (outcome === 'clean') await FileSource.open(path).close();
  if (output.isJson) {
    output.object({ schema: 1, outcome, title });
    return 0;
  }
  const said = {
    clean: 'Nothing to recover: no edit was interrupted.',
    'rolled-back': `Rolled back: ${title ?? ''}. The archive is the old one.`,
    finished: `Finished: ${title ?? ''}. The archive is the new one.`,
  };
  output.say(said[outcome]);
  return 0;
}
