import { ArchiveError } from '../errors/archive-error.ts';
import { natives } from '../natives.ts';

/** Latin-1 text of bytes: every byte gives one character and comes back the same. */
export function decodeLatin1(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  const native = natives().latin1;
  if (native !== undefined) return native(bytes, start, end);
  let text = '';
  for (let at = start; at < end; at += 4096) {
    // `apply` takes a typed array as it is, which is three times as fast as spreading it.
    const part: unknown = bytes.subarray(at, Math.min(end, at + 4096));
    text += String.fromCharCode.apply(null, part as number[]);
  }
  return text;
}

/** Bytes of Latin-1 text; throws `WRITE_REFUSED` for characters that do not fit a byte. */
export function encodeLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  putLatin1(text, bytes, 0);
  return bytes;
}

/** Writes Latin-1 text into bytes at `start`; throws `WRITE_REFUSED` for characters that do not fit a byte. */
export function putLatin1(text: string, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0xff) {
      throw new ArchiveError(
        'WRITE_REFUSED',
        `Name ${JSON.stringify(text)} has the character ${JSON.stringify(text[i])}, which this format cannot store.`,
        { help: 'Rename the file with characters of Latin-1 (Western European).' },
      );
    }
    bytes[start + i] = unit;
  }
}

/** Position of the first zero byte in a range, or the range's end. */
export function findNul(bytes: Uint8Array, start: number, end: number): number {
  // Not `indexOf`, which would search to the end of the bytes: quadratic over a table without zeros.
  let at = start;
  while (at < end && bytes[at] !== 0) at++;
  return at;
}

/** Whether every byte of a range is printable ASCII. */
export function isPrintableAscii(bytes: Uint8Array, start = 0, end: number = bytes.length): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}
