import type { Finding, OverlayLayer } from '@packwright/core';
import type { EngineProfile } from './engines.ts';
import { below, fold, type GameFolder } from './game-folder.ts';

/** The archives of one game folder in the order in which an engine adds them, lowest priority first. */
export function archivesOf(
  engine: EngineProfile,
  files: GameFolder,
  folder: string | undefined,
  ownArchive: string | undefined,
  findings: Finding[],
): OverlayLayer[] {
  const names =
    folder === undefined ? [] : files.names(folder).filter((name) => below(folder, name) !== ownArchive);
  const extensions = ['.pak', ...engine.zips];
  const numbered = extensions.flatMap((extension) => numberedNames(engine, names, extension));
  const taken = new Set(numbered);
  const others = extensions.flatMap((extension) => otherNames(engine, names, extension, taken));
  const layers = [...numbered, ...others].map((name) => ({
    kind: 'archive' as const,
    path: below(folder ?? '', name),
    reason: taken.has(name) ? `numbered archive of ${folder}` : `further archive of ${folder}`,
  }));
  for (const name of names) {
    const path = below(folder ?? '', name);
    if (!fold(name).endsWith('.pak') || layers.some((layer) => layer.path === path)) continue;
    findings.push({
      severity: 'note',
      code: 'archive-not-loaded',
      message: whyNot(engine, names, name, path),
      path,
    });
  }
  if (ownArchive === undefined) return layers;
  const own: OverlayLayer = {
    kind: 'archive',
    path: ownArchive,
    reason: "the engine's own archive, above pak0",
  };
  const first = layers[0]?.path;
  const hasFirst = first !== undefined && fold(first).endsWith('pak0.pak');
  return hasFirst ? [...layers.slice(0, 1), own, ...layers.slice(1)] : [own, ...layers];
}

function numberedNames(engine: EngineProfile, names: readonly string[], extension: string): string[] {
  const found = numbersOf(names, extension);
  const { stopsAtGap, highest } = engine.numbered ?? { stopsAtGap: true, highest: -1 };
  const result: string[] = [];
  for (const [number, name] of found) {
    if (number > highest || (stopsAtGap && number !== result.length)) break;
    result.push(name);
  }
  return result;
}

/** `pakN` by number, ascending; `pak01` is no number to any engine. Of two spellings the lower-case one counts. */
function numbersOf(names: readonly string[], extension: string): readonly (readonly [number, string])[] {
  const numbers = new Map<number, string>();
  for (const name of names) {
    const digits = /^pak(0|[1-9][0-9]{0,8})(\.[a-z0-9]+)$/.exec(fold(name));
    if (digits?.[2] !== extension) continue;
    const number = Number(digits[1]);
    if (!numbers.has(number) || name === fold(name)) numbers.set(number, name);
  }
  return [...numbers].sort(([a], [b]) => a - b);
}

function otherNames(
  engine: EngineProfile,
  names: readonly string[],
  extension: string,
  taken: ReadonlySet<string>,
): string[] {
  if (engine.others === 'none') return [];
  const found = names.filter((name) => fold(name).endsWith(extension) && !taken.has(name));
  if (engine.others === 'listed') return found;
  return found.sort((a, b) => (fold(a) < fold(b) ? -1 : fold(a) > fold(b) ? 1 : 0));
}

function whyNot(engine: EngineProfile, names: readonly string[], name: string, path: string): string {
  const numbers = numbersOf(names, '.pak');
  const number = numbers.find(([, spelled]) => spelled === name)?.[0];
  if (number === undefined)
    return `"${path}" is not loaded: ${engine.title} only looks for pak0.pak, pak1.pak and so on.`;
  const highest = engine.numbered?.highest ?? 0;
  if (number > highest) return `"${path}" is not loaded: ${engine.title} stops at pak${highest}.pak.`;
  const gap = numbers.findIndex(([found], expected) => found !== expected);
  return `"${path}" is not loaded: ${engine.title} stops at pak${gap}.pak, which is missing.`;
}
