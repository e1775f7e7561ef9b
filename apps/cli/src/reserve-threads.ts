import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { endReserve, reserveThreads } from '@packwright/node';
import type { CommandContext } from './command-context.ts';

/** Archives with fewer bytes are mostly done before a thread has started. */
const smallArchive = 8 * 2 ** 20;

/** Lets threads start while an archive is opened, where it is so large that they will be needed. */
export async function reserveThreadsFor(context: CommandContext, path: string): Promise<void> {
  const jobs = context.count('jobs') ?? availableParallelism();
  const { outer } = await context.split(path);
  const size = statSync(outer, { throwIfNoEntry: false })?.size ?? 0;
  if (jobs < 2 || size < smallArchive) return;
  reserveThreads(jobs - 1);
  context.defer(endReserve);
}
