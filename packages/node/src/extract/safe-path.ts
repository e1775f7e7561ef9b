import { defaultLimits, type Finding } from '@packwright/core';
import { refuseControlCharacters } from './rules/control-characters.ts';
import { refuseDriveLetter } from './rules/drive-letter.ts';
import { escapeEscapes } from './rules/escape-character.ts';
import { escapeForbiddenCharacters } from './rules/forbidden-characters.ts';
import { noteLeadingSeparator } from './rules/leading-separator.ts';
import { refuseLongNames } from './rules/long-names.ts';
import { refuseNetworkPath } from './rules/network-path.ts';
import { refuseParentParts } from './rules/parent-parts.ts';
import { escapeReservedName } from './rules/reserved-names.ts';
import { splitPath } from './rules/split-path.ts';
import { escapeTrailingDot } from './rules/trailing-dots.ts';

/** File names, outermost folder first, none of which can lead anywhere but into the one before it. */
export interface SafePath {
  readonly parts: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * The file names for a path of an archive. Pure, and the same on every system. What could leave the destination is
 * `PATH_UNSAFE`; what only some systems cannot store is escaped, see `unescapePart`.
 */
export function safePath(path: string, longestPath: number = defaultLimits.nameLength): SafePath {
  // Most paths: to compile the expressions of all rules takes as long as to write a thousand small files.
  const plainParts = path.split('/');
  if (path.length <= longestPath && plainParts.every(isPlainPart)) return { parts: plainParts, findings: [] };
  refuseControlCharacters(path);
  refuseNetworkPath(path);
  const parts = splitPath(path);
  refuseDriveLetter(path, parts);
  refuseParentParts(path, parts);
  const names = parts.map(escapePart);
  refuseLongNames(path, names, longestPath);
  const findings = [noteLeadingSeparator(path), noteEscapes(path, parts, names)];
  return { parts: names, findings: findings.filter((finding) => finding !== undefined) };
}

/** A file name for one part of a path, which `unescapePart` turns back. */
export function escapePart(part: string): string {
  return escapeReservedName(escapeTrailingDot(escapeForbiddenCharacters(escapeEscapes(part))));
}

function noteEscapes(path: string, parts: readonly string[], names: readonly string[]): Finding | undefined {
  if (parts.every((part, number) => part === names[number])) return undefined;
  return {
    severity: 'note',
    code: 'path-escaped',
    message: `The path ${JSON.stringify(path)} is written as ${JSON.stringify(names.join('/'))}.`,
    path,
  };
}

/** Names of these characters that no device has; the last one is no dot. */
const plain =
  /^(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$))[a-z0-9_](?:[a-z0-9_\-+.,=@~()[\]]{0,198}[a-z0-9_\-+,=@~()[\]])?$/i;

/** Whether a name passes every rule unchanged: most names do, and this is far quicker than asking each rule. */
export function isPlainPart(part: string): boolean {
  return plain.test(part);
}
