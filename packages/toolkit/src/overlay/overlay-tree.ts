import {
  type Archive,
  ArchiveError,
  type ByteSource,
  type Finding,
  type OverlayLayer,
  type OverlayPlan,
} from '@packwright/core';

/** Opens what layers name. */
export interface OverlayOpener {
  /** Files below a folder of the listing, relative to it. */
  files(folder: string): readonly string[];
  openFile(path: string): ByteSource;
  openArchive(path: string): Promise<Archive>;
}

/** One file of the merged tree, and where it lies. */
export interface OverlayFile {
  readonly name: string;
  readonly layer: OverlayLayer;
  /** Entry of an archive layer. */
  readonly entry?: number | undefined;
}

/** Archives and folders as one tree: the first layer that has a name wins. */
export class OverlayTree {
  readonly plan: OverlayPlan;
  /** What is odd: of the plan, and of layers that could not be read. */
  readonly findings: Finding[];
  readonly #opener: OverlayOpener;
  readonly #archives = new Map<string, Archive>();
  readonly #files = new Map<string, OverlayFile[]>();

  private constructor(plan: OverlayPlan, opener: OverlayOpener) {
    this.plan = plan;
    this.findings = [...plan.findings];
    this.#opener = opener;
  }

  /** Reads the layers of a plan. */
  static async open(plan: OverlayPlan, opener: OverlayOpener): Promise<OverlayTree> {
    const tree = new OverlayTree(plan, opener);
    for (const layer of plan.layers) {
      if (layer.kind === 'archive') await tree.#addArchive(layer);
      else tree.#addFolder(layer);
    }
    return tree;
  }

  /** The winner of every name, in order of name. */
  list(): readonly OverlayFile[] {
    const winners = [...this.#files.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
    return winners.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** All that have a name, the winner first. */
  which(name: string): readonly OverlayFile[] {
    return this.#files.get(this.#key(name)) ?? [];
  }

  /** The content of a file. */
  async read(file: OverlayFile): Promise<ByteSource> {
    const { layer, entry } = file;
    if (layer.kind === 'folder') return this.#opener.openFile(joinPath(layer.path, file.name));
    const archive = this.#archives.get(layer.path);
    if (archive === undefined || entry === undefined) {
      throw new ArchiveError('ENTRY_NOT_FOUND', `Found no ${file.name} in ${layer.path}.`);
    }
    return archive.entry(entry).source();
  }

  /** Opens a layer's archive; one that the game would skip, or that no installed format reads, becomes a finding. */
  async #openArchive(layer: OverlayLayer): Promise<Archive | undefined> {
    try {
      return await this.#opener.openArchive(layer.path);
    } catch (error) {
      const isPassedOver =
        ArchiveError.is(error) && (this.plan.unreadable === 'skip' || error.code === 'FORMAT_UNKNOWN');
      if (!isPassedOver) throw error;
      const message = `${layer.path} is left out of the search path: ${error.message}`;
      this.findings.push({ severity: 'warning', code: 'layer-unreadable', message, path: layer.path });
      return undefined;
    }
  }

  async #addArchive(layer: OverlayLayer): Promise<void> {
    const archive = await this.#openArchive(layer);
    if (archive === undefined) return;
    this.#archives.set(layer.path, archive);
    const own = new Map<string, OverlayFile>();
    for (const entry of archive.entries()) {
      if (entry.kind === 'directory') continue;
      const name = entry.path;
      if (layer.allows?.(name) === false) continue;
      const key = this.#key(name);
      if (this.plan.duplicates === 'first' && own.has(key)) continue;
      own.set(key, { name, layer, entry: entry.index });
    }
    for (const [key, file] of own) this.#put(key, file);
  }

  #addFolder(layer: OverlayLayer): void {
    for (const name of this.#opener.files(layer.path)) {
      if (layer.allows?.(name) === false) continue;
      this.#put(this.#key(name), { name, layer });
    }
  }

  #put(key: string, file: OverlayFile): void {
    const list = this.#files.get(key);
    if (list === undefined) this.#files.set(key, [file]);
    else list.push(file);
  }

  #key(name: string): string {
    return this.plan.caseSensitive ? name : name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  }
}

function joinPath(folder: string, name: string): string {
  return folder === '' || folder === '.' ? name : `${folder}/${name}`;
}
