import {
  ArchiveError,
  type Finding,
  type OverlayLayer,
  type OverlayListing,
  type OverlayPlan,
} from '@packwright/core';
import { archivesOf } from './archives-of.ts';
import type { EngineProfile } from './engines.ts';
import { below, GameFolder } from './game-folder.ts';

/** A plan that also knows whether the game counts as modified, for the registered check. */
export interface EnginePlan extends OverlayPlan {
  /** Whether an option alone makes it a modified game. */
  readonly modified: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The search path that an engine builds over the files of a game. */
export function planSearchPath(engine: EngineProfile, listing: OverlayListing, options: Values): EnginePlan {
  const files = new GameFolder(listing.files);
  const findings: Finding[] = [];
  const path = text(options, 'path');
  // Collected in the order in which the engine adds them: each one goes on top.
  const added =
    path === '' ? addGameFolders(engine, files, options, findings) : addPath(files, path, findings);
  let layers = added.reverse();
  if (options.demo === true) layers = keepFirstArchive(layers);
  if (options.proghack === true) layers = skipTopForProgs(layers);
  return {
    layers,
    caseSensitive: engine.caseSensitive,
    duplicates: engine.duplicates,
    unreadable: engine.unreadable,
    findings,
    modified: path !== '' || text(options, 'game') !== '',
  };
}

function addGameFolders(
  engine: EngineProfile,
  files: GameFolder,
  options: Values,
  findings: Finding[],
): OverlayLayer[] {
  const game = text(options, 'game');
  checkGameName(game);
  const switched = engine.expansions.filter((name) => options[name] === true);
  const asked = [...switched, ...(game === '' ? [] : [game])];
  const folders = [...new Set([...engine.folders, ...asked])];
  const roots = rootsOf(engine, options);
  const layers: OverlayLayer[] = [];
  for (const name of folders) {
    const present = roots.map((root) => files.folder(below(root, name)));
    if (present.every((folder) => folder === undefined)) {
      findings.push({
        severity: asked.includes(name) || name === engine.folders[0] ? 'warning' : 'note',
        code: 'folder-missing',
        message: `There is no folder "${below(text(options, 'base'), name)}" with files in it.`,
      });
    }
    for (const [number, root] of roots.entries()) {
      const folder = present[number];
      const own = name === engine.folders[0] ? ownArchive(engine, files, root, folder) : undefined;
      const loose: OverlayLayer[] =
        folder === undefined ? [] : [{ kind: 'folder', path: folder, reason: `loose files of ${folder}` }];
      const archives = archivesOf(engine, files, folder, own, findings);
      layers.push(...(engine.looseFirst ? [...archives, ...loose] : [...loose, ...archives]));
    }
  }
  return layers;
}

/** Root folders, lowest priority first. */
function rootsOf(engine: EngineProfile, options: Values): readonly string[] {
  const named = (name: 'cd' | 'user'): string[] => {
    const root = engine.roots.includes(name) ? trimSlash(text(options, name)) : '';
    return root === '' ? [] : [root];
  };
  return [...named('cd'), trimSlash(text(options, 'base')), ...named('user')];
}

/** The engine's own archive: beside the game folders, where it is shipped, or in the first of them. */
function ownArchive(
  engine: EngineProfile,
  files: GameFolder,
  root: string,
  folder: string | undefined,
): string | undefined {
  if (engine.ownArchive === undefined) return undefined;
  const inside = folder === undefined ? undefined : files.file(below(folder, engine.ownArchive));
  return files.file(below(root, engine.ownArchive)) ?? inside;
}

function addPath(files: GameFolder, path: string, findings: Finding[]): OverlayLayer[] {
  const layers: OverlayLayer[] = [];
  for (const item of path.split(',').map((part) => trimSlash(part.trim()))) {
    if (item === '') continue;
    const file = /\.pak$/i.test(item) ? files.file(item) : undefined;
    const folder = file === undefined ? files.folder(item) : undefined;
    if (file !== undefined) layers.push({ kind: 'archive', path: file, reason: 'named by path' });
    else if (folder !== undefined) layers.push({ kind: 'folder', path: folder, reason: 'named by path' });
    else {
      findings.push({
        severity: 'warning',
        code: 'path-missing',
        message: `The option path names "${item}", which is neither a pak nor a folder of the game.`,
      });
    }
  }
  return layers;
}

function checkGameName(game: string): void {
  if (!game.includes('..') && !/[/\\:]/.test(game)) return;
  throw new ArchiveError(
    'OPTION_INVALID',
    `Option "game" is ${JSON.stringify(game)}, expected a folder name without "..", "/", "\\" or ":".`,
  );
}

/** The demo of Quake II reads its settings from disk and everything else from the first archive. */
function keepFirstArchive(layers: readonly OverlayLayer[]): OverlayLayer[] {
  const isSetting = (name: string): boolean => name === 'config.cfg' || name.startsWith('players/');
  const folders = layers
    .filter(({ kind }) => kind === 'folder')
    .map((layer) => ({ ...layer, allows: isSetting }));
  const archive = layers.find(({ kind }) => kind === 'archive');
  const allows = (name: string): boolean => !isSetting(name);
  return archive === undefined ? folders : [...folders, { ...archive, allows }];
}

function skipTopForProgs(layers: readonly OverlayLayer[]): OverlayLayer[] {
  return layers.map((layer, number) =>
    number === 0 ? { ...layer, allows: (name: string): boolean => name !== 'progs.dat' } : layer,
  );
}

function trimSlash(path: string): string {
  return path.replace(/[/\\]$/, '');
}

function text(options: Values, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : '';
}
