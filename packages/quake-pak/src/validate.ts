import type { FindingTally } from '@packwright/core';
import { maxDaikatanaRatio } from './codec.ts';
import type { PakTable } from './table.ts';

/** Looks at every row once, over the raw bytes, and tells what engines or strict readers would trip over. */
export function validateRows(
  table: PakTable,
  dirOffset: number,
  fileSize: number,
  tally: FindingTally,
): void {
  const { bytes, view, layout } = table;
  const { headerBytes, nameBytes, rowBytes, packs } = layout;
  const dirEnd = dirOffset + bytes.length;
  for (let row = 0, at = 0; row < table.length; row++, at += rowBytes) {
    const offset = view.getUint32(at + nameBytes, true);
    const end = offset + view.getUint32(at + nameBytes + 4, true);
    // Most rows are sound, and to see that at a glance costs least where nothing is compiled yet.
    const isSound =
      !packs &&
      bytes[at] !== 0 &&
      bytes[at + nameBytes - 1] === 0 &&
      offset >= headerBytes &&
      end <= fileSize &&
      (end <= dirOffset || offset >= dirEnd);
    if (!isSound) judgeRow(table, row, dirOffset, fileSize, tally);
  }
}

function judgeRow(
  table: PakTable,
  row: number,
  dirOffset: number,
  fileSize: number,
  tally: FindingTally,
): void {
  const { headerBytes, rowBytes, nameBytes, variant } = table.layout;
  const dirEnd = dirOffset + table.bytes.length;
  const start = row * rowBytes;
  if (table.bytes[start] === 0) {
    tally.add('empty-name', () => ({
      severity: 'error',
      message: `Row ${row} has an empty name, expected at least one character.`,
      entry: row,
      offset: dirOffset + start,
    }));
  } else if (table.bytes[start + nameBytes - 1] !== 0 && table.nameEnd(row) === start + nameBytes) {
    tally.add('name-unterminated', () => ({
      severity: 'warning',
      message: `Row ${row} has a name of ${nameBytes} bytes; games read at most ${nameBytes - 1} and a NUL.`,
      entry: row,
      offset: dirOffset + start,
      path: table.name(row),
    }));
  }
  const stored = table.storedLength(row);
  if (variant === 'daikatana' && table.isPacked(row) && table.fileLength(row) > maxDaikatanaRatio * stored) {
    tally.add('impossible-size', () => ({
      severity: 'error',
      message:
        `Row ${row} declares ${table.fileLength(row)} bytes, ` +
        `but its ${stored} stored bytes can give at most ${maxDaikatanaRatio * stored}.`,
      entry: row,
      offset: dirOffset + start,
      path: table.name(row),
    }));
  }
  // The offset of an empty file may be anything, even beyond the end.
  if (stored === 0) return;
  const offset = table.dataOffset(row);
  const clash =
    offset > fileSize - stored
      ? (['row-beyond-file', `but the file ends at ${fileSize}`] as const)
      : offset < headerBytes
        ? (['row-over-header', `inside the header of ${headerBytes} bytes`] as const)
        : offset < dirEnd && dirOffset < offset + stored
          ? (['row-over-directory', `inside the directory at ${dirOffset} to ${dirEnd}`] as const)
          : undefined;
  if (clash === undefined) return;
  tally.add(clash[0], () => ({
    severity: 'error',
    message: `Row ${row} has its data at ${offset} to ${offset + stored}, ${clash[1]}.`,
    entry: row,
    offset: dirOffset + start,
    path: table.name(row),
  }));
}
