import type { ArchiveIndex, Attributes, ByteSource, Structure } from '@packwright/core';
import { partNames } from './joaat.ts';
import { tags7 } from './layout.ts';
import type { TreeParts, TreeTable } from './tree-table.ts';
import { encryptionTitle, variantTitle } from './variant.ts';

/** Bytes of the signature behind the names of an archive with the tag `CFXP`. */
const signatureLength = 256;

/** What of an archive with directories is where, in terms of the contract. */
export function indexTree(source: ByteSource, table: TreeTable): ArchiveIndex {
  const { version, header, cipher } = table.parts;
  const { number, order } = version;
  const encryption = cipher?.title ?? encryptionTitle(number, header.tag);
  return {
    variant: variantTitle({ version: number, order }, encryption),
    entries: table,
    structure: listStructure(source, table),
    // Editors of this family leave dead blocks behind and take them up again; nothing else is ever put there.
    gaps: 'free',
    ...(version.names === 'hash' ? { names: partNames } : {}),
    writeOptions: writeOptionsOf(table),
    attributes: { version: number, byteOrder: order, encryption: encryption ?? 'none' },
  };
}

function listStructure(source: ByteSource, table: TreeTable): readonly Structure[] {
  const { version, header, names, debugNames } = table.parts;
  const entriesEnd = version.tableAt + 4 * version.words * header.count;
  const structure: Structure[] = [
    { name: 'header', offset: 0, length: version.tableAt },
    { name: 'entries', offset: version.tableAt, length: entriesEnd - version.tableAt },
  ];
  const namesEnd = Math.min(source.size, endOfNames(table, entriesEnd, findFirstData(source, table)));
  if (namesEnd > entriesEnd)
    structure.push({
      name: names === undefined ? 'table padding' : 'names',
      offset: entriesEnd,
      length: namesEnd - entriesEnd,
    });
  if (version.number === 7 && header.tag === tags7.cfxp) {
    const length = Math.min(signatureLength, source.size - namesEnd);
    structure.push({ name: 'signature', offset: namesEnd, length });
  }
  if (debugNames !== undefined) {
    structure.push({ name: 'debug names', offset: header.debugAt, length: debugNames.length });
  }
  return structure;
}

/** Where the first file begins. */
function findFirstData(source: ByteSource, table: TreeTable): number {
  let first = source.size;
  for (const entry of table.parts.tree.entries) {
    const row = table.row(entry);
    if (row.kind !== 'directory' && row.stored > 0) first = Math.min(first, row.offset);
  }
  return first;
}

/** Where the names end: as declared, unless that lies in the data; then behind the last name. */
function endOfNames(table: TreeTable, start: number, limit: number): number {
  const { tree, names, header } = table.parts;
  const declared = start + header.namesLength;
  if (declared <= limit) return declared;
  let used = 0;
  if (names !== undefined) {
    for (const entry of tree.entries) used = Math.max(used, table.row(entry).name * 2 ** header.nameShift);
    used = names.end(used) + 1;
  }
  return Math.max(start + used, Math.min(declared, limit));
}

/** Options with which the writer makes an archive of this style. */
function writeOptionsOf(table: TreeTable): Attributes {
  const { version, header, names, debugNames } = table.parts;
  return {
    version: version.number,
    byteOrder: version.order,
    tag: tagOption(table.parts),
    compress: version.number === 2 && hasCompressed(table) ? 'deflate' : 'auto',
    // The tools of games and modders deflate with zlib itself.
    encoder: 'classic',
    ...(names === undefined ? {} : { rootName: names.text(table.row(0).name * 2 ** header.nameShift) }),
    ...(version.number === 6 ? { debugNames: debugNames !== undefined } : {}),
    ...(version.number === 7 ? { nameShift: header.nameShift, xbox: header.platformBit } : {}),
  };
}

/** A signature cannot be made again, nor can console keys be told apart: such archives become open ones. */
function tagOption({ version, header, cipher }: TreeParts): string {
  if (version.number !== 7) return cipher === undefined ? 'none' : 'aes';
  if (header.tag === tags7.none) return 'none';
  if (header.tag === tags7.aes) return 'aes';
  return header.tag === tags7.ng ? 'ng' : 'open';
}

function hasCompressed(table: TreeTable): boolean {
  for (const entry of table.parts.tree.entries) {
    const row = table.row(entry);
    if (row.kind === 'binary' && row.isCompressed) return true;
  }
  return false;
}
