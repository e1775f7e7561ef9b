import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError, type Finding } from '@packwright/core';
import { systemCode, systemError } from '../files/system-error.ts';
import { configFolder } from '../files/user-folders.ts';
import { writePrivateFile } from './private-file.ts';
import { type KeyMap, parseKeys, serializeKeys } from './stored-keys.ts';

/** The keys that the user has imported, in a file of the user's own. */
export class KeyStore {
  /** The file; nothing for a user without a home, who has no keys. */
  readonly path: string | undefined;
  #keys: KeyMap | undefined;

  constructor(path: string | undefined = defaultPath()) {
    this.path = path;
  }

  /** All keys, read at the first call; none when there is no file yet. */
  keys(): KeyMap {
    this.#keys ??= this.#read();
    return this.#keys;
  }

  /** Adds keys to those in the file, which may have changed meanwhile. */
  add(keys: KeyMap): void {
    if (this.path === undefined) throw noPlace();
    const merged = new Map([...this.#read(), ...keys]);
    writePrivateFile(this.path, serializeKeys(merged));
    this.#keys = merged;
  }

  /** What is wrong with the file although it can be read: others may read it too. */
  check(): Finding | undefined {
    // Windows has no such bits: there the user's folder is private by itself.
    if (process.platform === 'win32' || this.path === undefined) return undefined;
    const mode = (statSync(this.path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    if ((mode & 0o077) === 0) return undefined;
    return {
      severity: 'warning',
      code: 'keys-not-private',
      message: `The key file ${this.path} has the mode ${mode.toString(8)}, expected 600: other users may read it.`,
      path: this.path,
    };
  }

  #read(): KeyMap {
    if (this.path === undefined) return new Map();
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return new Map();
      throw systemError(error, 'SOURCE_FAILED', 'read', this.path);
    }
    const keys = parseKeys(text, this.path);
    if (keys !== undefined) return keys;
    throw new ArchiveError('KEY_WRONG', `${this.path} is no file of stored keys.`, {
      path: this.path,
      help: 'Remove the file and import the keys again.',
    });
  }
}

function defaultPath(): string | undefined {
  const folder = configFolder();
  return folder === undefined ? undefined : join(folder, 'keys.json');
}

function noPlace(): ArchiveError {
  return new ArchiveError(
    'SINK_FAILED',
    'There is no folder for keys: found no home folder with an absolute path.',
    { help: 'Set HOME, or XDG_CONFIG_HOME on Linux, to the absolute path of a folder.' },
  );
}
