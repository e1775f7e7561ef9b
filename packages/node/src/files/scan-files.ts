import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Finding, WriteEntry } from '@packwright/core';
import { unescapePart } from '../extract/rules/escape-character.ts';
import { FileContent } from './file-content.ts';
import { systemError } from './system-error.ts';

/** Files to be packed, and what was passed over. */
export interface ScannedFiles {
  readonly entries: readonly WriteEntry[];
  readonly findings: readonly Finding[];
}

/**
 * The content of folders and single files as entries. Names are in byte order, so that the same folder gives the
 * same archive on every system; links are not followed; escaped names get back the characters they had.
 */
export function scanFiles(paths: readonly string[]): ScannedFiles {
  const entries: WriteEntry[] = [];
  const findings: Finding[] = [];
  for (const path of paths) {
    try {
      scanItem(path, unescapePart(basename(path)), '', entries, findings);
    } catch (error) {
      throw systemError(error, 'SOURCE_FAILED', 'read', path);
    }
  }
  return { entries, findings };
}

/** Adds what is at a path: a file by the name `file`, or all that is in a folder, inside `folder`. */
function scanItem(
  path: string,
  file: string,
  folder: string,
  entries: WriteEntry[],
  findings: Finding[],
): void {
  // The size is needed anyway, and with it comes what this is; having the folder tell that as well takes longer.
  const stat = lstatSync(path);
  if (stat.isFile()) entries.push({ path: file, content: new FileContent(path, stat.size) });
  else if (stat.isDirectory()) scanFolder(path, folder, entries, findings);
  else findings.push(passedOver(path));
}

function scanFolder(path: string, folder: string, entries: WriteEntry[], findings: Finding[]): void {
  const names = readdirSync(path);
  if (names.length === 0 && folder !== '') entries.push({ kind: 'directory', path: folder });
  // What can be done for all names at once is not done for each of ten thousand.
  const all = names.join('/');
  if (isBeyondUnits.test(all)) names.sort(byBytes);
  else names.sort();
  const isEscaped = all.includes('%');
  const start = join(path, '_').slice(0, -1);
  const prefix = folder === '' ? '' : `${folder}/`;
  for (const name of names) {
    const inside = prefix + (isEscaped ? unescapePart(name) : name);
    scanItem(start + name, inside, inside, entries, findings);
  }
}

/** Characters from here on have another order in UTF-16 than in UTF-8. */
const isBeyondUnits = /[\ud800-\uffff]/;

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function passedOver(path: string): Finding {
  return {
    severity: 'warning',
    code: 'not-a-file',
    message: `${path} is a link or a device and is left out.`,
    path,
  };
}
