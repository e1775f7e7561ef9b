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
      const stat = lstatSync(path);
      if (stat.isDirectory()) scanFolder(path, '', entries, findings);
      else if (stat.isFile())
        entries.push({ path: unescapePart(basename(path)), content: new FileContent(path, stat.size) });
      else findings.push(passedOver(path));
    } catch (error) {
      throw systemError(error, 'SOURCE_FAILED', 'read', path);
    }
  }
  return { entries, findings };
}

function scanFolder(folder: string, prefix: string, entries: WriteEntry[], findings: Finding[]): void {
  const found = readdirSync(folder, { withFileTypes: true });
  found.sort(found.some(({ name }) => isBeyondUnits.test(name)) ? byBytes : byUnits);
  if (found.length === 0 && prefix !== '') entries.push({ kind: 'directory', path: prefix.slice(0, -1) });
  for (const item of found) {
    const path = join(folder, item.name);
    const inside = prefix + unescapePart(item.name);
    if (item.isDirectory()) scanFolder(path, `${inside}/`, entries, findings);
    else if (item.isFile())
      entries.push({ path: inside, content: new FileContent(path, lstatSync(path).size) });
    else findings.push(passedOver(path));
  }
}

/** Characters from here on have another order in UTF-16 than in UTF-8. */
const isBeyondUnits = /[\ud800-\uffff]/;

interface Named {
  readonly name: string;
}

function byBytes(a: Named, b: Named): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/** The same order for almost all names, without making bytes of each name again and again. */
function byUnits(a: Named, b: Named): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function passedOver(path: string): Finding {
  return {
    severity: 'warning',
    code: 'not-a-file',
    message: `${path} is a link or a device and is left out.`,
    path,
  };
}
