/** A row as the builder takes it: every field can be given a wrong value. */
export interface RawRow {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly packed?: number;
  readonly last?: number;
  /** Byte behind the NUL up to the end of the field. */
  readonly garbage?: number;
}

/** Archives are put together byte by byte here, without the code that is under test. */
export interface RawPak {
  readonly magic?: string;
  readonly nameBytes?: number;
  readonly rowBytes?: number;
  /** What lies between the header and the directory. */
  readonly data?: Uint8Array;
  readonly rows?: readonly RawRow[];
  readonly dirOffset?: number;
  readonly dirLength?: number;
  readonly version?: number;
  /** What follows the directory. */
  readonly trailing?: Uint8Array;
}

export function buildPak(pak: RawPak): Uint8Array {
  const { magic = 'PACK', nameBytes = 56, rowBytes = 64, data = new Uint8Array(0), rows = [] } = pak;
  const header = magic === 'ADAT' ? 16 : 12;
  const { trailing = new Uint8Array(0) } = pak;
  const bytes = new Uint8Array(header + data.length + rows.length * rowBytes + trailing.length);
  const view = new DataView(bytes.buffer);
  bytes.set(latin1(magic));
  view.setUint32(4, pak.dirOffset ?? header + data.length, true);
  view.setUint32(8, pak.dirLength ?? rows.length * rowBytes, true);
  if (header === 16) view.setUint32(12, pak.version ?? 9, true);
  bytes.set(data, header);
  rows.forEach((row, number) => {
    const at = header + data.length + number * rowBytes;
    bytes.fill(row.garbage ?? 0, at, at + nameBytes);
    bytes.set(latin1(row.name.length < nameBytes ? `${row.name}\0` : row.name), at);
    const words = [row.offset, row.size, row.packed ?? 0, row.last ?? 0];
    for (let word = 0; nameBytes + word * 4 < rowBytes; word++) {
      view.setUint32(at + nameBytes + word * 4, words[word] ?? 0, true);
    }
  });
  bytes.set(trailing, header + data.length + rows.length * rowBytes);
  return bytes;
}

export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function hex(text: string): Uint8Array {
  return Uint8Array.from(text.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16));
}

/** Rows of a Quake archive whose files lie one behind another from byte 12. */
export function quakeRows(files: readonly (readonly [string, string])[]): {
  data: Uint8Array;
  rows: RawRow[];
} {
  let offset = 12;
  const rows = files.map(([name, content]) => {
    const row = { name, offset, size: content.length };
    offset += content.length;
    return row;
  });
  return { data: latin1(files.map(([, content]) => content).join('')), rows };
}
