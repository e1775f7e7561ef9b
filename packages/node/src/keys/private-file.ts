import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { moveIntoPlace, syncFolder } from '../files/move-into-place.ts';
import { systemError } from '../files/system-error.ts';
import { trackTemporaryPath } from '../files/temporaries.ts';
import { temporaryBeside } from '../files/temporary-name.ts';

const ownerOnly = { file: 0o600, folder: 0o700 } as const;

/**
 * Writes a file that only its owner may read, in a folder that only its owner may enter. Under its name there is the
 * old file or the whole new one at every instant.
 */
export function writePrivateFile(path: string, text: string): void {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
    chmodSync(folder, ownerOnly.folder);
    const temporary = temporaryBeside(path);
    const forget = trackTemporaryPath(temporary);
    try {
      writeDown(temporary, text);
      moveIntoPlace(temporary, path, true);
      syncFolder(path);
    } finally {
      rmSync(temporary, { force: true });
      forget();
    }
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'write', path);
  }
}

function writeDown(path: string, text: string): void {
  // Never readable by others, not even while it is empty.
  const descriptor = openSync(path, 'wx', ownerOnly.file);
  try {
    fchmodSync(descriptor, ownerOnly.file);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
