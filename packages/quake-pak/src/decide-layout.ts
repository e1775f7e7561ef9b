import { isPrintableAscii } from '@packwright/core';
import { type Layout, layouts } from './layout.ts';
import { PakTable } from './table.ts';

/** Which layout a "PACK" directory has, and how sure that is. */
export interface LayoutDecision {
  readonly layout: Layout;
  /** `length` and `rows` are certain; `both` fits two layouts, `neither` none of them. */
  readonly by: 'length' | 'rows' | 'both' | 'neither';
}

/** The layout that the directory's length alone proves, if it does. */
export function decideByLength(dirLength: number): Layout | undefined {
  const quake = dirLength % layouts.quake.rowBytes === 0;
  const daikatana = dirLength % layouts.daikatana.rowBytes === 0;
  if (dirLength === 0 || (quake && !daikatana)) return layouts.quake;
  return daikatana && !quake ? layouts.daikatana : undefined;
}

/**
 * The layout whose rows make sense, for lengths that both layouts divide, or none.
 * Gives nothing when there are rows and not one of them makes sense in either layout.
 */
export function decideByRows(
  directory: Uint8Array,
  dirLength: number,
  fileSize: number,
): LayoutDecision | undefined {
  const [quake, daikatana] = [layouts.quake, layouts.daikatana].map((layout) => {
    const table = new PakTable(layout, directory);
    return { layout, passes: allPass(table, fileSize), table };
  });
  if (quake === undefined || daikatana === undefined) return undefined;
  if (quake.table.length === 0) return { layout: quake.layout, by: 'neither' };
  // A length that no layout divides proves damage, even if the rows before it make sense.
  const divisible = dirLength % 576 === 0;
  if (quake.passes !== daikatana.passes) {
    return { layout: quake.passes ? quake.layout : daikatana.layout, by: divisible ? 'rows' : 'neither' };
  }
  if (quake.passes) return { layout: quake.layout, by: divisible ? 'both' : 'neither' };
  const shares = [quake, daikatana].map(({ table }) => shareOfSoundRows(table, fileSize));
  const [quakeShare = 0, daikatanaShare = 0] = shares;
  if (quakeShare === 0 && daikatanaShare === 0) return undefined;
  return { layout: daikatanaShare > quakeShare ? daikatana.layout : quake.layout, by: 'neither' };
}

function allPass(table: PakTable, fileSize: number): boolean {
  for (let row = 0; row < table.length; row++) {
    const start = row * table.layout.rowBytes;
    const end = table.nameEnd(row);
    if (end === start || !isPrintableAscii(table.bytes, start, end)) return false;
    if (!hasSoundNumbers(table, row, fileSize)) return false;
  }
  return table.length > 0;
}

/** How many rows make sense when letters outside ASCII are let through, from 0 to 1. */
function shareOfSoundRows(table: PakTable, fileSize: number): number {
  let sound = 0;
  for (let row = 0; row < table.length; row++) {
    const start = row * table.layout.rowBytes;
    const name = table.bytes.subarray(start, table.nameEnd(row));
    if (name.length === 0 || name.some((byte) => byte < 0x20 || byte === 0x7f)) continue;
    if (hasSoundNumbers(table, row, fileSize)) sound++;
  }
  return table.length === 0 ? 0 : sound / table.length;
}

function hasSoundNumbers(table: PakTable, row: number, fileSize: number): boolean {
  if (table.layout.variant === 'daikatana' && table.lastWord(row) > 1) return false;
  const stored = table.storedLength(row);
  const offset = table.dataOffset(row);
  // The offset of an empty file may be anything.
  return stored === 0 || (offset >= table.layout.headerBytes && offset <= fileSize - stored);
}
