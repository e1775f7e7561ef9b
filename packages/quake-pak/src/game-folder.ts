/** A listing of files, asked the way engines ask a file system that ignores case. */
export class GameFolder {
  readonly #folders = new Map<string, string[]>();
  readonly #paths = new Map<string, string[]>();

  constructor(files: readonly string[]) {
    for (const file of files) {
      this.#remember(file);
      const slash = file.lastIndexOf('/');
      const folder = file.slice(0, Math.max(0, slash));
      const names = this.#folders.get(folder);
      if (names === undefined) this.#addFolder(folder, file.slice(slash + 1));
      else names.push(file.slice(slash + 1));
    }
  }

  /** Names of the files directly in a folder, in the order of the listing. */
  names(folder: string): readonly string[] {
    return this.#folders.get(folder) ?? [];
  }

  /** A folder as it is spelled on disk; one spelled as asked comes first. */
  folder(path: string): string | undefined {
    return this.#spelled(path, (found) => this.#folders.has(found));
  }

  /** A file as it is spelled on disk; one spelled as asked comes first. */
  file(path: string): string | undefined {
    return this.#spelled(path, (found) => !this.#folders.has(found));
  }

  #spelled(path: string, fits: (found: string) => boolean): string | undefined {
    const found = this.#paths.get(fold(path))?.filter(fits) ?? [];
    return found.includes(path) ? path : found[0];
  }

  #addFolder(folder: string, name: string): void {
    this.#folders.set(folder, [name]);
    this.#remember(folder);
    // Folders above count as folders even when they hold no file of their own.
    for (let at = folder.lastIndexOf('/'); at > 0; at = folder.lastIndexOf('/', at - 1)) {
      const parent = folder.slice(0, at);
      if (this.#folders.has(parent)) continue;
      this.#folders.set(parent, []);
      this.#remember(parent);
    }
  }

  #remember(path: string): void {
    const key = fold(path);
    const known = this.#paths.get(key);
    if (known === undefined) this.#paths.set(key, [path]);
    else if (!known.includes(path)) known.push(path);
  }
}

/** A name with A–Z in lower case; other letters stay, as in the engines. */
export function fold(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A path below a folder; the empty folder is the root. */
export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
