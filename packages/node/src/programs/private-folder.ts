import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../files/system-error.ts';

/**
 * Makes a folder for this user alone, and those above it that are missing. Not with `recursive`: where a system says
 * that a folder is missing which is there, Node would try for ever.
 */
export function makePrivateFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const parent = dirname(path);
    if (systemCode(error) !== 'ENOENT' || parent === path) throw error;
    makePrivateFolder(parent);
    makeFolder(path);
  }
}

function makeFolder(path: string): void {
  try {
    refuseForeign(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** With `sudo`, root has the home of a user, who could do nothing with a folder of root's. */
function refuseForeign(parent: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid } = statSync(parent);
  if (uid !== 0) throw new Error(`${parent} belongs to user ${uid}.`);
}
