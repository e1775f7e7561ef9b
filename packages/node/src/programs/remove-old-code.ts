import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const hour = 3_600_000;
/** Milliseconds for which a file is kept that nobody uses. */
const longest = 30 * 24 * hour;
/** More than all verbs with a few formats each. */
const mostFiles = 200;
/** Names that `ProgramLoader` and `CompiledCode` give, the second of a file that is being written. */
const ownName = /^[0-9a-f]{8}-[a-z]+$/;
const temporaryName = /^[0-9a-f]{8}-[a-z]+\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes code that was not used for 30 days, or least recently where there is very much of it: of programs that
 * are elsewhere by now. What a run left that was ended while it wrote goes after an hour.
 */
export function removeOldCode(folder: string, now: number = Date.now()): void {
  const names = readdirSync(folder);
  const files = names
    .filter((name) => ownName.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, used: lastUse(path) }))
    .sort((a, b) => b.used - a.used);
  for (const [number, { path, used }] of files.entries())
    if (number >= mostFiles || now - used > longest) removeIfThere(path);
  for (const name of names) {
    const path = join(folder, name);
    if (temporaryName.test(name) && now - lastUse(path) > hour) removeIfThere(path);
  }
}

/** Removes a file; that is all the same to one who cannot. */
export function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is not ours, or a folder; or there is no folder for it.
  }
}

/** Many systems note no reading, or one a day: then code is made again after a month, which is no harm. */
function lastUse(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Math.max(stats.atimeMs, stats.mtimeMs);
}
