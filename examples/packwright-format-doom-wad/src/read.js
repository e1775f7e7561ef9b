import { ArchiveError, ByteReader } from '@packwright/core';
import { headerBytes, nameBytes, rowBytes, variantOf } from './layout.js';

/** @import { ArchiveIndex, ByteSource, EntryTable, IndexEntry, OpenContext } from '@packwright/core' */

/**
 * Reads header and directory. Says where every lump lies; core does the reading.
 *
 * @param {ByteSource} source
 * @param {OpenContext} context
 * @returns {Promise<ArchiveIndex>}
 */
export async function openWad(source, context) {
  const { signal } = context;
  if (source.size < headerBytes) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found a file of ${source.size} bytes, expected a header of ${headerBytes}.`,
    );
  }
  const head = await source.read(0, headerBytes, { signal });
  const variant = variantOf(head);
  if (variant === undefined)
    throw new ArchiveError('FORMAT_UNKNOWN', 'Found another magic, expected IWAD or PWAD.');
  const reader = new ByteReader(head, 'little').skip(4);
  const declared = reader.u32();
  const offset = reader.u32();
  // Never trust a count: the rows must lie in the file before anything of their size is read.
  const count = Math.min(declared, Math.max(0, Math.floor((source.size - offset) / rowBytes)));
  if (count < declared) {
    context.report({
      severity: 'error',
      code: 'directory-beyond-file',
      message: `The header promises ${declared} lumps at ${offset}, but only ${count} rows lie in the file of ${source.size} bytes.`,
      offset: 4,
    });
    // Lenient reading gives what is left; here nothing is.
    if (count === 0)
      throw new ArchiveError(
        'TRUNCATED',
        `The directory starts at ${offset}, the file ends at ${source.size}.`,
      );
  }
  const length = count * rowBytes;
  const rows = length > 0 ? await source.read(offset, length, { signal }) : new Uint8Array(0);
  const entries = new LumpTable(rows);
  checkLumps(entries, source.size, context);
  return {
    variant,
    entries,
    structure: [
      { name: 'header', offset: 0, length: headerBytes },
      ...(length > 0 ? [{ name: 'directory', offset, length }] : []),
    ],
    writeOptions: { variant },
  };
}

/**
 * Tells of lumps that cannot be read, without making an object for each row.
 *
 * @param {LumpTable} lumps
 * @param {number} fileSize
 * @param {OpenContext} context
 */
function checkLumps(lumps, fileSize, context) {
  for (let number = 0; number < lumps.length; number++) {
    const offset = lumps.offset(number);
    const size = lumps.size(number);
    // Bounds without a sum that could overflow in other languages; the offset of an empty lump may be anything.
    if (size === 0 || (offset >= headerBytes && offset <= fileSize - size)) continue;
    context.report({
      severity: 'error',
      code: 'lump-outside',
      message: `Lump ${number} lies at ${offset} and has ${size} bytes, expected it between ${headerBytes} and ${fileSize}.`,
      entry: number,
      path: lumps.name(number),
    });
    // One is enough to know; a hostile table could have millions.
    return;
  }
}

/**
 * The directory as its raw bytes: a million rows cost no objects until somebody asks for one.
 *
 * @implements {EntryTable}
 */
export class LumpTable {
  /** @param {Uint8Array} rows */
  constructor(rows) {
    this.rows = rows;
    this.length = rows.length / rowBytes;
    this.view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  }

  /** @param {number} number */
  offset(number) {
    return this.view.getUint32(number * rowBytes, true);
  }

  /** @param {number} number */
  size(number) {
    return this.view.getUint32(number * rowBytes + 4, true);
  }

  /** @param {number} number */
  name(number) {
    return new ByteReader(this.rows, 'little').seek(number * rowBytes + 8).text(nameBytes);
  }

  /**
   * @param {number} number
   * @returns {IndexEntry}
   */
  at(number) {
    const size = this.size(number);
    const extents = size === 0 ? [] : [{ offset: this.offset(number), length: size }];
    return { path: this.name(number), size, extents };
  }
}
