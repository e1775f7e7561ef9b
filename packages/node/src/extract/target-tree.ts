import type { Finding, MemoryShare } from '@packwright/core';
import { NameSet } from './name-set.ts';
import { foldName } from './rules/fold-name.ts';
import { addSuffix } from './rules/name-suffix.ts';
import { isPlainPart, safePath } from './safe-path.ts';

/** Most bytes that a unit of a path comes to in file names: an escape, `%u` and four digits. */
const longestUnit = 6;

/** How paths of an archive become paths below the destination. */
export interface TargetOptions {
  /** Outermost folders to leave out; what has no more parts is skipped. */
  readonly stripComponents: number;
  /** Leave out all folders. */
  readonly flat: boolean;
  /** Most bytes of a path. */
  readonly nameLength: number;
  /** How many files there may be, and what the memory for them is drawn from. */
  readonly expected?: number | undefined;
  readonly memory?: MemoryShare | undefined;
  report(finding: Finding): void;
}

/** Where an entry goes: the number of a folder of the tree and, for files, a name in it. */
export interface Target {
  readonly folder: number;
  readonly name: string;
}

/** A folder below the destination; its parent has a smaller number. */
export interface TargetFolder {
  readonly parent: number;
  readonly name: string;
}

/**
 * The files and folders an extraction will make. Names that some system takes for the same get a suffix; folders of
 * that kind become one.
 */
export class TargetTree {
  /** Number 0 is the destination itself. */
  readonly folders: TargetFolder[] = [{ parent: -1, name: '' }];
  readonly #options: TargetOptions;
  /** Names of files and folders. */
  readonly #taken: NameSet;
  readonly #folders = new Map<string, number>();
  readonly #suffixes = new Map<string, number>();
  /** Folders by the text before the last separator: most entries have the folder of the one before. */
  readonly #known = new Map<string, number>();

  constructor(options: TargetOptions) {
    this.#options = options;
    this.#taken = new NameSet(options.expected, options.memory);
    if (options.stripComponents === 0) this.#known.set('', 0);
  }

  /** A place for a file; absent when the path has no name or none is left. Throws `PATH_UNSAFE`. */
  placeFile(path: string): Target | undefined {
    const quick = this.#placeQuickly(path);
    if (quick !== undefined) return quick;
    const parts = this.#parts(path);
    const name = parts.at(-1);
    if (name === undefined) return undefined;
    const folder = this.#claimFolders(path, parts.slice(0, -1));
    this.#remember(path, folder);
    return this.#claimFile(path, folder, name);
  }

  /** The folder for a directory entry; absent when it is the destination itself or left out. */
  placeFolder(path: string): number | undefined {
    const parts = this.#parts(path);
    return parts.length === 0 || this.#options.flat ? undefined : this.#claimFolders(path, parts);
  }

  /** The file names of a folder below the destination, outermost first. */
  folderParts(number: number): string[] {
    const parts: string[] = [];
    for (let at = number; at > 0; ) {
      const folder = this.folders[at];
      if (folder === undefined) break;
      parts.unshift(folder.name);
      at = folder.parent;
    }
    return parts;
  }

  #parts(path: string): readonly string[] {
    const { parts, findings } = safePath(path, this.#options.nameLength);
    for (const finding of findings) this.#options.report(finding);
    return this.#options.flat ? parts.slice(-1) : parts.slice(this.#options.stripComponents);
  }

  /** The way for most files: a folder that is known, and a name that no rule is about. */
  #placeQuickly(path: string): Target | undefined {
    const cut = path.lastIndexOf('/');
    const folder = cut === 0 ? undefined : this.#known.get(cut < 0 ? '' : path.slice(0, cut));
    if (folder === undefined || path.length > this.#options.nameLength / longestUnit) return undefined;
    const name = path.slice(cut + 1);
    if (!isPlainPart(name)) return undefined;
    // A plain name is ASCII, so lower case is all there is to folding.
    if (this.#taken.add(folder, name.toLowerCase())) return { folder, name };
    return this.#claimFile(path, folder, name);
  }

  #remember(path: string, folder: number): void {
    const cut = path.lastIndexOf('/');
    if (cut > 0 && !path.includes('\\') && !path.startsWith('/')) this.#known.set(path.slice(0, cut), folder);
  }

  #claimFolders(path: string, parts: readonly string[]): number {
    let folder = 0;
    for (const name of parts) folder = this.#claimFolder(path, folder, name);
    return folder;
  }

  #claimFolder(path: string, parent: number, name: string): number {
    const folded = foldName(name);
    const key = `${parent}/${folded}`;
    const known = this.#folders.get(key);
    if (known !== undefined) {
      this.#noteMerged(path, name, this.folders[known]?.name ?? name);
      return known;
    }
    const free = this.#taken.add(parent, folded) ? name : this.#freeName(path, parent, name);
    const number = this.folders.push({ parent, name: free }) - 1;
    this.#folders.set(key, number);
    this.#folders.set(`${parent}/${foldName(free)}`, number);
    return number;
  }

  #claimFile(path: string, folder: number, name: string): Target {
    if (this.#taken.add(folder, foldName(name))) return { folder, name };
    return { folder, name: this.#freeName(path, folder, name) };
  }

  /** Takes the first name with a suffix that is free. Counts on from the last one, or a million equal names take forever. */
  #freeName(path: string, folder: number, name: string): string {
    const key = `${folder}/${foldName(name)}`;
    for (let number = this.#suffixes.get(key) ?? 2; ; number++) {
      const free = addSuffix(name, number);
      if (!this.#taken.add(folder, foldName(free))) continue;
      this.#suffixes.set(key, number + 1);
      this.#options.report({
        severity: 'warning',
        code: 'path-collision',
        message: `${JSON.stringify(path)} is written with the name ${JSON.stringify(free)}, because ${JSON.stringify(name)} is taken there, on some systems at least.`,
        path,
      });
      return free;
    }
  }

  #noteMerged(path: string, name: string, used: string): void {
    // A folder whose name was taken by a file has a suffix, which was reported when it got it.
    if (name === used || foldName(name) !== foldName(used)) return;
    this.#options.report({
      severity: 'warning',
      code: 'folder-merged',
      message: `${JSON.stringify(path)} goes into the folder ${JSON.stringify(used)}, which some systems take for ${JSON.stringify(name)}.`,
      path,
    });
  }
}
