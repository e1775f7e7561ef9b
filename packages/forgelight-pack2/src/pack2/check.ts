import type { Finding, OptionValues, WriteEntry } from '@packwright/core';
import { baseName, hasFolder, hashAsset } from './asset-name.ts';
import { readBlockOption } from './block-option.ts';
import { blockLength, largestFrame } from './layout.ts';
import { MapRows } from './map-rows.ts';
import type { WriteOptions } from './options.ts';

/** What must be refused or mentioned before a pack2 of these entries is written. */
export function checkAssets(
  entries: readonly WriteEntry[],
  options: OptionValues<WriteOptions>,
): readonly Finding[] {
  return [
    ...checkBlock(options),
    ...entries.flatMap((entry, number) => checkAsset(entry, number, options)),
    ...checkHashes(entries),
  ];
}

function checkBlock(options: OptionValues<WriteOptions>): readonly Finding[] {
  if (readBlockOption(options) !== undefined) return [];
  const found = `${options.block128?.length ?? 0} characters`;
  const message = `Option "block128" has ${found}, expected ${2 * blockLength} hex digits.`;
  return [{ severity: 'error', code: 'block128-invalid', message }];
}

/** What must be refused or mentioned about one entry. */
export function checkAsset(
  { kind, path, hash, content }: WriteEntry,
  entry: number,
  options: OptionValues<WriteOptions>,
): readonly Finding[] {
  const shown = JSON.stringify(path);
  if (kind === 'directory') {
    const message = `The folder ${shown} is left out: a pack2 has no folders.`;
    return [{ severity: 'warning', code: 'folder-dropped', message, entry, path }];
  }
  const findings: Finding[] = [];
  const refuse = (code: string, message: string): void => {
    findings.push({ severity: 'error', code, message, entry, path });
  };
  if (hash === undefined && baseName(path) === '')
    refuse('name-empty', `The path ${shown} has no file name.`);
  if (hash === undefined && !isPrintable(baseName(path))) {
    refuse(
      'name-not-ascii',
      `The name ${shown} has characters that are not printable ASCII, which games do not hash.`,
    );
  }
  const size = content?.size ?? 0;
  if (options.compress === 'always' && size > largestFrame) {
    refuse('too-large', `The file ${shown} has ${size} bytes, compressed ones have at most ${largestFrame}.`);
  }
  if (hasFolder(path)) {
    const message = `The folder of ${shown} is left out: a pack2 knows file names only.`;
    findings.push({ severity: 'warning', code: 'folder-dropped', message, entry, path });
  }
  return findings;
}

function isPrintable(name: string): boolean {
  return /^[ -~]*$/.test(name);
}

function checkHashes(entries: readonly WriteEntry[]): readonly Finding[] {
  const rows = MapRows.withRoom(entries.length);
  const hash = new Uint32Array(2);
  for (const [number, entry] of entries.entries()) {
    hashAsset(entry, hash);
    rows.add(hash);
    if (entry.kind === 'directory') rows.remove(number);
  }
  const findings: Finding[] = [];
  const order = rows.order();
  for (let i = 1; i < order.length; i++) {
    const before = order[i - 1] ?? 0;
    const entry = order[i] ?? 0;
    if (rows.compare(before, entry) !== 0) continue;
    const path = entries[entry]?.path ?? '';
    findings.push({
      severity: 'error',
      code: 'duplicate-hash',
      message: `The files ${JSON.stringify(entries[before]?.path)} and ${JSON.stringify(path)} have the same hash ${rows.hashText(entry)}, expected one file for each.`,
      entry,
      path,
    });
  }
  return findings;
}
