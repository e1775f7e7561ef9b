import { type Detection, isPrintableAscii, type Probe } from '@packwright/core';
import { hasSignature } from '../pack2/header.ts';
import { chunkHeaderLength, longestName, plausibleCount, recordLength, variant } from './layout.ts';
import { parseRecord, recordSize } from './record.ts';

/** A list whose records all make sense. */
const confident = 70;

/** A list that begins well: a file that is cut off or damaged, or no pack at all. */
const doubtful = 35;

/**
 * Recognises a pack by its first list, since it has no magic number: plausible numbers, printable names, data inside
 * the file. Only the head is looked at.
 */
export function detectPack({ head, size }: Probe): Detection | undefined {
  if (head.length < chunkHeaderLength + recordLength + 1 || hasSignature(head)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const next = view.getUint32(0);
  const count = view.getUint32(4);
  if (count === 0 || count > plausibleCount || (next > 0 && next <= chunkHeaderLength)) return undefined;
  let isWhole = next < size;
  let at = chunkHeaderLength;
  for (let row = 0; row < count && at <= head.length - 4; row++) {
    const nameLength = view.getUint32(at);
    if (at > head.length - recordSize(nameLength) && nameLength <= longestName && head.length < size) break;
    const isSound = isRecord(head, at, nameLength);
    if (!isSound && row === 0) return undefined;
    if (!isSound) {
      isWhole = false;
      break;
    }
    const { offset, length } = parseRecord(head, at);
    if (length > 0 && offset > size - length) isWhole = false;
    at += recordSize(nameLength);
  }
  if (isWhole) return { confidence: confident, reason: `a list of ${count} files at the start`, variant };
  return { confidence: doubtful, reason: 'the beginning of a list of files', variant };
}

function isRecord(head: Uint8Array, at: number, nameLength: number): boolean {
  if (nameLength === 0 || nameLength > longestName || at > head.length - recordSize(nameLength)) return false;
  return isPrintableAscii(head, at + 4, at + 4 + nameLength);
}
