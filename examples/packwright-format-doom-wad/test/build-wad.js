/**
 * A WAD, put together byte by byte without the code under test.
 *
 * @param {string} magic
 * @param {readonly (readonly [name: string, content: string])[]} lumps
 * @param {{ gap?: string, trailing?: string }} [odd]
 * @returns {Uint8Array}
 */
export function buildWad(magic, lumps, { gap = '', trailing = '' } = {}) {
  const data = lumps.map(([, content]) => content);
  const dirOffset = 12 + gap.length + data.join('').length;
  const bytes = Buffer.alloc(dirOffset + lumps.length * 16 + trailing.length);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(lumps.length, 4);
  bytes.writeUInt32LE(dirOffset, 8);
  bytes.write(gap + data.join(''), 12, 'latin1');
  let offset = 12 + gap.length;
  for (const [number, [name, content]] of lumps.entries()) {
    const row = dirOffset + number * 16;
    bytes.writeUInt32LE(offset, row);
    bytes.writeUInt32LE(content.length, row + 4);
    bytes.write(name, row + 8, 'latin1');
    offset += content.length;
  }
  bytes.write(trailing, dirOffset + lumps.length * 16, 'latin1');
  return new Uint8Array(bytes);
}
