import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  type CodecStep,
  type Extent,
  type OpenContext,
} from '@packwright/core';
import { type CipherChoice, cipherCandidates, ngCipher } from './archive-ciphers.ts';
import { DebugNames } from './debug-names.ts';
import { NameTable } from './name-table.ts';
import { header7Length, readLargeSize7 } from './resources/resource7.ts';
import type { Row } from './row.ts';
import { findCipher, type TableCipher } from './table-cipher.ts';
import { type Tree, treeLength, walkLength, walkTree } from './tree.ts';
import { indexTree } from './tree-index.ts';
import { TreeTable } from './tree-table.ts';
import type { TreeHeader, Version } from './version.ts';
import { fullSize7 } from './versions/rpf7.ts';

/** What reading a table goes by. */
interface Reading {
  readonly source: ByteSource;
  readonly version: Version;
  readonly header: TreeHeader;
  readonly context: OpenContext;
}

/** Reads the table of an archive that has directories: versions 0 and 2 to 7. */
export async function readTree(
  source: ByteSource,
  version: Version,
  context: OpenContext,
  choice: CipherChoice,
): Promise<ArchiveIndex> {
  const { signal } = context;
  const head = await source.read(0, Math.min(source.size, version.headerLength), { signal });
  const header = version.readHeader(head);
  const reading: Reading = { source, version, header, context };
  checkCounts(reading, head.length);
  const cipher = await chooseCipher(reading, choice);
  const words = await readWords(reading, header.count, cipher?.table);
  const rows = (entry: number): Row => version.readRow(words, entry);
  const names = version.names === 'text' ? await readNames(reading, words, cipher) : undefined;
  context.memory.take(walkLength * header.count);
  const tree = walkRows(reading, words, names);
  context.memory.release((walkLength - treeLength) * header.count);
  names?.check(nameOffsets(reading, tree, words), (finding) => context.report(finding));
  const table = new TreeTable({
    version,
    header,
    words,
    tree,
    names,
    debugNames: await readDebugNames(reading, cipher),
    cipher,
    fileCipher: cipher ?? (version.number === 7 ? ngCipher(0) : undefined),
    largeSizes: await readLargeSizes(reading, tree, rows),
  });
  reportOddities(reading, table);
  return indexTree(source, table);
}

function checkCounts({ source, version, header, context }: Reading, headLength: number): void {
  const { count, namesLength } = header;
  const { tableAt, words } = version;
  if (headLength < Math.min(version.headerLength, 20)) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${headLength} bytes of header, expected ${version.headerLength}.`,
    );
  }
  if (count === 0)
    throw new ArchiveError('DAMAGED', 'Found 0 entries, expected at least the root.', { offset: 4 });
  const available = Math.max(0, source.size - tableAt);
  if (count > available / (4 * words)) {
    throw new ArchiveError(
      'DAMAGED',
      `Found ${count} entries of ${4 * words} bytes, expected at most the ${available} bytes behind the header.`,
      { offset: 4 },
    );
  }
  if (namesLength < 0) {
    throw new ArchiveError(
      'DAMAGED',
      `Found a table of ${4 * words * count + namesLength} bytes, expected at least ${4 * words * count} for ${count} entries.`,
      { offset: 4 },
    );
  }
  if (count - 1 > context.limits.entries) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The archive has ${count} entries, the limit is ${context.limits.entries}.`,
      {
        help: 'Raise it with --limit-entries if you trust the archive.',
      },
    );
  }
}

async function chooseCipher(reading: Reading, choice: CipherChoice): Promise<TableCipher | undefined> {
  const { source, version, header, context } = reading;
  const name = source.name ?? '';
  const candidates = cipherCandidates({ version: version.number, header, name, size: source.size, choice });
  if (candidates === undefined) return undefined;
  return findCipher(candidates, context.keys, async (cipher) => {
    // Two blocks hold the first entry of every version.
    const words = await readWords(reading, Math.min(header.count, 2), cipher.table);
    return isRoot(version.readRow(words, 0), header.count);
  });
}

function isRoot(row: Row, count: number): boolean {
  if (row.kind !== 'directory') return false;
  return row.children === 0 ? row.first <= count : row.first > 0 && row.first <= count - row.children;
}

/** The first entries, as words in this machine's order. */
async function readWords(
  { source, version, context }: Reading,
  count: number,
  steps: readonly CodecStep[] | undefined,
): Promise<Uint32Array> {
  const length = 4 * version.words * count;
  // Blocks of a cipher do not end with an entry of 20 bytes: the padding behind the last one belongs to the table.
  const whole =
    steps === undefined ? length : Math.min(Math.ceil(length / 16) * 16, source.size - version.tableAt);
  const bytes = await context.read([extentOf(version.tableAt, whole, steps)]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  context.memory.take(length);
  const words = new Uint32Array(length / 4);
  const isLittle = version.order === 'little';
  for (let at = 0; at < words.length; at++) words[at] = view.getUint32(4 * at, isLittle);
  context.memory.release(bytes.length);
  return words;
}

function extentOf(offset: number, length: number, steps: readonly CodecStep[] | undefined): Extent {
  return steps === undefined ? { offset, length } : { offset, length, size: length, steps };
}

/**
 * The name table as far as names lie in it. The declared length is not believed beyond the end of the file: FXServer
 * stores where the table ends in its place.
 */
async function readNames(
  { source, version, header, context }: Reading,
  words: Uint32Array,
  cipher: TableCipher | undefined,
): Promise<NameTable> {
  const offset = version.tableAt + 4 * version.words * header.count;
  const longest = context.limits.nameLength;
  const scale = 2 ** header.nameShift;
  let last = 0;
  for (let entry = 0; entry < header.count; entry++) {
    const name = version.nameOf(words, entry) * scale;
    if (name < header.namesLength) last = Math.max(last, name);
  }
  const declared = Math.min(header.namesLength, source.size - offset);
  const wanted = Math.ceil((last + longest + 1) / 16) * 16;
  const bytes = await context.read([extentOf(offset, Math.min(declared, wanted), cipher?.table)]);
  return new NameTable(bytes, { offset, longest });
}

function walkRows(
  { version, header, context }: Reading,
  words: Uint32Array,
  names: NameTable | undefined,
): Tree {
  const directory = (entry: number): { first: number; children: number } => {
    const row = version.readRow(words, entry);
    return row.kind === 'directory' ? row : { first: 0, children: 0 };
  };
  const scale = 2 ** header.nameShift;
  const name = (entry: number): number => version.nameOf(words, entry) * scale;
  return walkTree(
    {
      count: header.count,
      isDirectory: (entry) => version.isDirectory(words, entry),
      first: (entry) => directory(entry).first,
      children: (entry) => directory(entry).children,
      compare: (a, b) => (names === undefined ? name(a) - name(b) : names.compare(name(a), name(b))),
      offset: (entry) => version.tableAt + 4 * version.words * entry,
    },
    (finding) => context.report(finding),
  );
}

function* nameOffsets(
  { version, header }: Reading,
  tree: Tree,
  words: Uint32Array,
): Generator<number, void, undefined> {
  const scale = 2 ** header.nameShift;
  for (const entry of tree.entries) yield version.nameOf(words, entry) * scale;
}

async function readDebugNames(
  { source, version, header, context }: Reading,
  cipher: TableCipher | undefined,
): Promise<DebugNames | undefined> {
  const { debugAt: offset, count } = header;
  if (offset === 0) return undefined;
  const available = Math.max(0, source.size - offset);
  const { order } = version;
  const place = { offset, available, count, order, steps: cipher?.table, longest: context.limits.nameLength };
  const names = await DebugNames.read(place, (extents) => context.read(extents));
  if (names === undefined) {
    context.report({
      severity: 'warning',
      code: 'debug-names-missing',
      message: `Found ${available} bytes for the debug names of ${count} entries, expected at least ${8 * count}.`,
      offset,
    });
  } else if (names.outside > 0) {
    context.report({
      severity: 'warning',
      code: 'debug-names-outside',
      message: `Found ${names.outside} debug names behind the end of the file at ${source.size}, expected none.`,
      offset,
    });
  }
  return names;
}

/** Real sizes of resources that are too large for the size field: four bytes of the header on disk. */
async function readLargeSizes(
  { source, version, context }: Reading,
  tree: Tree,
  rows: (entry: number) => Row,
): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  if (version.number !== 7) return sizes;
  for (const entry of tree.entries) {
    const row = rows(entry);
    if (row.kind !== 'resource' || row.stored !== fullSize7) continue;
    if (row.offset > source.size - header7Length) continue;
    const head = await source.read(row.offset, header7Length, { signal: context.signal });
    sizes.set(entry, readLargeSize7(head));
  }
  return sizes;
}

function reportOddities({ source, version, context }: Reading, table: TreeTable): void {
  const outside = countOutside(source, table);
  if (outside > 0) {
    context.report({
      severity: 'error',
      code: 'data-outside',
      message: `Found ${outside} files that reach behind the end of the archive at ${source.size}, expected none.`,
    });
  }
  if (version.number === 5) {
    context.report({
      severity: 'warning',
      code: 'experimental',
      message: 'Found RPF5, which no public archive has; its layout is inferred from RPF3 and RPF4.',
    });
  }
}

function countOutside(source: ByteSource, table: TreeTable): number {
  let outside = 0;
  for (const entry of table.parts.tree.entries) {
    const row = table.row(entry);
    if (row.kind !== 'directory' && row.stored > 0 && row.offset > source.size - row.stored) outside++;
  }
  return outside;
}
