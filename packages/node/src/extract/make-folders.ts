import { lstatSync, mkdirSync } from 'node:fs';
import { sep } from 'node:path';
import { ArchiveError } from '@packwright/core';
import { systemCode, systemError } from '../files/system-error.ts';
import type { PlainError } from '../workers/entry-job.ts';
import { isFatal } from '../workers/fatal-error.ts';
import { toPlainError } from '../workers/plain-error.ts';
import { refuseOutside } from './rules/inside-destination.ts';
import { refuseLinkedParent } from './rules/linked-parent.ts';
import type { TargetFolder } from './target-tree.ts';
import type { TargetFolders } from './target-writer.ts';

/** The folders of an extraction on the disk: each is made, or looked at when it is there, exactly once. */
export class FolderMaker {
  /** How many folders it made. */
  made = 0;
  readonly #root: string;
  readonly #isDryRun: boolean;
  readonly #paths: string[];
  readonly #fresh: number[];
  readonly #faults = new Map<number, PlainError>();

  /** `root` is real and absolute; `isFresh` when nothing can be in it; a dry run looks and makes nothing. */
  constructor(root: string, isFresh: boolean, isDryRun: boolean) {
    this.#root = root.endsWith(sep) ? root : `${root}${sep}`;
    this.#isDryRun = isDryRun;
    this.#paths = [this.#root];
    this.#fresh = [isFresh ? 1 : 0];
  }

  /** Makes the folders that came to the tree since the last time; parents come first. */
  makeUpTo(folders: readonly TargetFolder[]): void {
    for (let number = this.#paths.length; number < folders.length; number++) {
      const folder = folders[number];
      if (folder === undefined) break;
      const path = `${this.#paths[folder.parent]}${folder.name}`;
      this.#paths.push(`${path}${sep}`);
      const parentFault = this.#faults.get(folder.parent);
      if (parentFault !== undefined) this.#faults.set(number, parentFault);
      this.#fresh.push(parentFault === undefined && this.#make(number, folder.parent, path) ? 1 : 0);
    }
  }

  /** What writers need to know, as plain data. */
  toData(): TargetFolders {
    const fresh = new Uint8Array(new SharedArrayBuffer(this.#fresh.length));
    fresh.set(this.#fresh);
    return { root: this.#root, paths: this.#paths, fresh, faults: this.#faults };
  }

  /** Whether the folder is new. */
  #make(number: number, parent: number, path: string): boolean {
    const shown = path.slice(this.#root.length);
    try {
      refuseOutside(this.#root, path);
      const isNew = !this.#isDryRun || this.#fresh[parent] === 1 || !this.#isThere(path, shown);
      if (!this.#isDryRun) mkdirSync(path);
      if (isNew) this.made++;
      return isNew;
    } catch (error) {
      return this.#isUsable(number, path, shown, error);
    }
  }

  #isUsable(number: number, path: string, shown: string, error: unknown): false {
    try {
      if (systemCode(error) !== 'EEXIST') throw error;
      this.#isThere(path, shown);
    } catch (cause) {
      const fault = systemError(cause, 'SINK_FAILED', 'make the folder', shown);
      if (isFatal(fault)) throw fault;
      this.#faults.set(number, toPlainError(fault));
    }
    return false;
  }

  /** Whether something is there; throws unless it is a folder and no link. */
  #isThere(path: string, shown: string): boolean {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    refuseLinkedParent(stat, shown);
    if (stat.isDirectory()) return true;
    throw new ArchiveError('SINK_FAILED', `Cannot make the folder ${shown}: a file has that name.`, {
      help: 'Remove or rename the file, or choose another destination.',
    });
  }
}
