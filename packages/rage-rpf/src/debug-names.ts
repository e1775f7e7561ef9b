import { type ByteOrder, type CodecStep, decodeLatin1, type Extent, findNul } from '@packwright/core';
import { joaat } from './joaat.ts';

/** Bytes of a row: offset of the name in the strings, time of the last change. */
const rowLength = 8;

/** Seconds from 1970 to 2000, from which times count. */
const epoch = 946684800;

/** Where the debug names lie and how they are decoded. */
export interface DebugNamesPlace {
  readonly offset: number;
  /** Bytes from there to the end of the file. */
  readonly available: number;
  readonly count: number;
  readonly order: ByteOrder;
  readonly steps: readonly CodecStep[] | undefined;
  /** Most bytes of one name. */
  readonly longest: number;
}

/** Names that version 6 keeps beside its hashes: a row per entry, then NUL-terminated strings. */
export class DebugNames {
  /** Bytes that the names take in the archive. */
  readonly length: number;
  /** Entries whose name would begin behind the end of the file. */
  readonly outside: number;
  readonly #rows: DataView;
  readonly #strings: Uint8Array;
  readonly #isLittle: boolean;

  private constructor(
    rows: DataView,
    strings: Uint8Array,
    isLittle: boolean,
    length: number,
    outside: number,
  ) {
    this.#rows = rows;
    this.#strings = strings;
    this.#isLittle = isLittle;
    this.length = length;
    this.outside = outside;
  }

  /** Reads the names, or gives nothing when the file ends before them. */
  static async read(
    place: DebugNamesPlace,
    read: (extents: readonly Extent[]) => Promise<Uint8Array>,
  ): Promise<DebugNames | undefined> {
    const { offset, available, count, order, steps, longest } = place;
    const isLittle = order === 'little';
    const load = async (length: number): Promise<Uint8Array> => {
      const extent = { offset, length: Math.min(available, Math.ceil(length / 16) * 16) };
      return read([steps === undefined ? extent : { ...extent, size: extent.length, steps }]);
    };
    const rowsLength = rowLength * count;
    if (rowsLength > available) return undefined;
    const rowBytes = await load(rowsLength);
    const rows = new DataView(rowBytes.buffer, rowBytes.byteOffset, rowsLength);
    let last = 0;
    let outside = 0;
    for (let entry = 0; entry < count; entry++) {
      const at = rows.getUint32(rowLength * entry, isLittle);
      // What points behind the end of the file names nothing and must not make the read longer.
      if (at < available - rowsLength) last = Math.max(last, at);
      // The root's name counts for nothing.
      else if (entry > 0) outside++;
    }
    const strings = (await load(rowsLength + last + longest + 1)).subarray(rowsLength);
    const used = rowsLength + findNul(strings, last, strings.length) + 1;
    return new DebugNames(rows, strings, isLittle, Math.min(available, Math.ceil(used / 16) * 16), outside);
  }

  /** The name of an entry when it has the entry's hash, which is what counts. */
  name(entry: number, hash: number): string | undefined {
    const start = this.#rows.getUint32(rowLength * entry, this.#isLittle);
    if (start >= this.#strings.length) return undefined;
    const end = findNul(this.#strings, start, this.#strings.length);
    if (start === end || joaat(this.#strings, start, end) !== hash) return undefined;
    return decodeLatin1(this.#strings, start, end);
  }

  /** The time of an entry's last change as it is stored; 0 for none. */
  time(entry: number): number {
    return this.#rows.getUint32(rowLength * entry + 4, this.#isLittle);
  }
}

/** A stored time as text. */
export function showTime(time: number): string {
  return new Date((time + epoch) * 1000).toISOString();
}

/** A time for storing; 0, which stands for none, where the text is no time that fits. */
export function parseTime(text: string): number {
  const time = Math.floor(Date.parse(text) / 1000) - epoch;
  return time > 0 && time < 2 ** 32 ? time : 0;
}

/** Debug names for a new table: a name and a time for each entry, padded to 16 bytes. */
export function writeDebugNames(
  entries: readonly { readonly node: { readonly name: Uint8Array; readonly time: number } }[],
  order: ByteOrder,
): Uint8Array {
  const stringsLength = entries.reduce((sum, { node }) => sum + node.name.length + 1, 0);
  const bytes = new Uint8Array(Math.ceil((rowLength * entries.length + stringsLength) / 16) * 16);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [entry, { node }] of entries.entries()) {
    const { name, time } = node;
    view.setUint32(rowLength * entry, at, order === 'little');
    view.setUint32(rowLength * entry + 4, time, order === 'little');
    bytes.set(name, rowLength * entries.length + at);
    at += name.length + 1;
  }
  return bytes;
}
