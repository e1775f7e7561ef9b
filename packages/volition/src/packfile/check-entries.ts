import { ArchiveError, type Finding, type WriteEntry } from '@packwright/core';
import { runningStarts } from './alignment.ts';
import type { WriteStyle } from './write-style.ts';

/** Largest number a 32-bit size field can have; all bits set means "none". */
const largestSize = 2 ** 32 - 2;

/** What a format of flat names must refuse or mention about entries to be written. */
export function checkFlatEntries(entries: readonly WriteEntry[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  entries.forEach((entry, number) => {
    const { path } = entry;
    const problem = findNameProblem(entry);
    if (problem !== undefined) {
      const message = `Entry ${JSON.stringify(path)} ${problem}.`;
      findings.push({ severity: 'error', code: 'name-refused', message, entry: number, path });
    }
    const size = entry.content?.size ?? 0;
    if (size > largestSize) {
      const message = `Entry ${JSON.stringify(path)} has ${size} bytes, the format stores at most ${largestSize}.`;
      findings.push({ severity: 'error', code: 'entry-too-large', message, entry: number, path });
    }
    const key = path.toLowerCase();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, number);
    else {
      const message = `Entry ${JSON.stringify(path)} has the same name as entry ${first}; games find only the first.`;
      findings.push({ severity: 'warning', code: 'name-duplicate', message, entry: number, path });
    }
  });
  return findings;
}

function findNameProblem({ kind, path, attributes }: WriteEntry): string | undefined {
  if (kind === 'directory') return 'is a directory, but the format stores only files';
  if (path === '') return 'has no name';
  // A name that came out of an archive may go back as it was, whatever it is made of.
  if (attributes?.nameAsStored === true && fitsBytes(path)) return undefined;
  if (path.includes('/')) return 'lies in a folder, but the format has none';
  return /^[\x20-\x7e]+$/.test(path) ? undefined : 'has characters outside printable ASCII';
}

function fitsBytes(text: string): boolean {
  return [...text].every((character) => character > '\0' && character <= '\xff');
}

/** What must be refused or mentioned before an archive of this style is written. */
export function checkPackfileEntries(entries: readonly WriteEntry[], style: WriteStyle): readonly Finding[] {
  const { version, layout } = style;
  const findings = checkFlatEntries(entries);
  if (!version.writableLayouts.includes(layout)) {
    const known = version.writableLayouts.join(' or ');
    const message = `Version ${version.version} has no known ${layout} form, expected ${known}.`;
    findings.push({ severity: 'error', code: 'layout-unknown', message });
  }
  if (version.header.extensionsSize !== undefined) findings.push(...checkEndings(entries));
  findings.push(...checkTotal(entries, style));
  return findings;
}

/** A name that ends with a dot would come back without it, where extensions stand apart. */
function checkEndings(entries: readonly WriteEntry[]): Finding[] {
  return entries.flatMap(({ path }, entry): Finding[] => {
    if (!path.endsWith('.')) return [];
    const message = `Entry ${JSON.stringify(path)} ends with a dot, which the format cannot store.`;
    return [{ severity: 'error', code: 'name-refused', message, entry, path }];
  });
}

function checkTotal(entries: readonly WriteEntry[], style: WriteStyle): Finding[] {
  const sizes = { length: entries.length, size: (entry: number) => entries[entry]?.content?.size ?? 0 };
  const { end } = runningStarts(sizes, style.align);
  if (end <= largestSize) return [];
  // Guerrilla reads raw archives above 4 GiB: it takes entries in directory order.
  const isAllowed =
    style.version.version === 3 && style.layout === 'raw' && style.align === style.version.sector;
  const message = isAllowed
    ? `The data takes ${end} bytes: only the remastered Guerrilla reads archives above 4 GiB.`
    : `The data takes ${end} bytes, the format stores at most ${largestSize} in this layout.`;
  return [{ severity: isAllowed ? 'warning' : 'error', code: 'archive-too-large', message }];
}

/** Finds the version that an option names. */
export function requireVersion<V extends { readonly writeAs?: string }>(
  versions: readonly V[],
  option: string | undefined,
): V {
  const version = versions.find(({ writeAs }) => writeAs === option);
  if (version !== undefined) return version;
  const known = versions.flatMap(({ writeAs }) => writeAs ?? []).join(', ');
  throw new ArchiveError(
    'OPTION_INVALID',
    `Option "version" is ${JSON.stringify(option)}, expected one of ${known}.`,
  );
}
