/** A file of a PAK. */
export interface PakFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

const headerLength = 12;
const rowLength = 64;
const nameLength = 56;

/** A Quake PAK, byte by byte and with any name: a writer would refuse those that the tests are about. */
export function buildPak(files: readonly PakFile[]): Buffer {
  const contents = files.map(({ content }) => Buffer.from(content));
  const dataLength = contents.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.alloc(headerLength);
  header.write('PACK', 0, 'latin1');
  header.writeUInt32LE(headerLength + dataLength, 4);
  header.writeUInt32LE(files.length * rowLength, 8);
  let offset = headerLength;
  const rows = files.map(({ path }, number) => {
    const row = Buffer.alloc(rowLength);
    const size = contents[number]?.length ?? 0;
    row.write(path, 0, nameLength, 'latin1');
    row.writeUInt32LE(offset, nameLength);
    row.writeUInt32LE(size, nameLength + 4);
    offset += size;
    return row;
  });
  return Buffer.concat([header, ...contents, ...rows]);
}

/** A PAK from names and texts. */
export function pakOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return buildPak(Object.entries(files).map(([path, content]) => ({ path, content })));
}
