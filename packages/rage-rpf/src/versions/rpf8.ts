import {
  ArchiveError,
  type ArchiveIndex,
  type ByteOrder,
  type ByteSource,
  type CodecStep,
  NameTable,
  type OpenContext,
  type Structure,
} from '@packwright/core';
import { rdr2NoKey, tfit2CbcStep, tfitCbcStep } from '../ciphers/index.ts';
import { pathNames, platforms } from '../extensions.ts';
import { readFlatRow } from '../flat-row.ts';
import { FlatTable } from '../flat-table.ts';
import { keyIds, type TfitPlatform, tfitKeyIds } from '../keys/index.ts';
import { findCipher, type TableCipher } from '../table-cipher.ts';
import { variantTitle } from '../variant.ts';
import { viewHeader } from './header-bytes.ts';

const tableAt = 272;
const entryLength = 24;

interface Header {
  readonly count: number;
  readonly namesLength: number;
  /** Key of the table, 255 for none. */
  readonly key: number;
  /** Letter of the platform. */
  readonly platform: string;
}

/**
 * Reads RPF8 (Red Dead Redemption 2).
 *
 * | offset | type | header |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | entries |
 * | 8 | u32 | bytes of the name list at the end of the file |
 * | 12 | u16 | number of the table's key, 255 for none |
 * | 14 | u16 | letter of the platform |
 * | 16 | 256 bytes | signature |
 *
 * Entries follow, three 64-bit numbers each:
 *
 * | bits | field |
 * |---|---|
 * | 0: 0–31 | hash of the path |
 * | 0: 32–39, 40–47 | encryption config, number of the key |
 * | 0: 48–55 | id of the extension |
 * | 0: 56, 57 | resource, protected by a signature |
 * | 1: 0–27 | bytes in the archive / 16 |
 * | 1: 28–58 | offset / 16 |
 * | 1: 59–63 | compressor: 0 none, 1 deflate, 2 Oodle |
 * | 2 | bytes of the file; virtual and physical flags of a resource |
 */
export async function openRpf8(
  source: ByteSource,
  order: ByteOrder,
  context: OpenContext,
): Promise<ArchiveIndex> {
  const header = await readHeader(source, order, context);
  const { count, platform } = header;
  const cipher = await chooseCipher(source, order, header, context);
  const words = await readWords(order, count, cipher?.table, context);
  const names = await readNames(source, header, context);
  const decrypt = (key: number, ranges: readonly number[]): CodecStep => cipherStep(platform, key, ranges);
  const table = new FlatTable({ count, words, names, order, platform, decrypt });
  reportOddities(source, table, context);
  const encryption = cipher?.title;
  return {
    variant: variantTitle({ version: 8, order }, encryption),
    entries: table,
    structure: listStructure(source, table, header),
    names: pathNames(platform),
    writeOptions: { version: 8, byteOrder: order },
    attributes: {
      version: 8,
      byteOrder: order,
      encryption: encryption ?? 'none',
      platform: platforms[platform as keyof typeof platforms] ?? platform,
    },
  };
}

async function readHeader(source: ByteSource, order: ByteOrder, context: OpenContext): Promise<Header> {
  const { signal, limits } = context;
  if (source.size < tableAt) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${source.size} bytes, expected at least ${tableAt} for the header.`,
    );
  }
  const view = viewHeader(await source.read(0, 16, { signal }), 16);
  const isLittle = order === 'little';
  const count = view.getUint32(4, isLittle);
  const available = source.size - tableAt;
  if (count > available / entryLength) {
    throw new ArchiveError(
      'DAMAGED',
      `Found ${count} entries of ${entryLength} bytes, expected at most the ${available} bytes behind the header.`,
      { offset: 4 },
    );
  }
  if (count > limits.entries) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The archive has ${count} entries, the limit is ${limits.entries}.`,
      {
        help: 'Raise it with --limit-entries if you trust the archive.',
      },
    );
  }
  const platform = String.fromCharCode(view.getUint16(14, isLittle) & 0xff);
  return { count, namesLength: view.getUint32(8, isLittle), key: view.getUint16(12, isLittle), platform };
}

async function chooseCipher(
  source: ByteSource,
  order: ByteOrder,
  { count, key, platform }: Header,
  context: OpenContext,
): Promise<TableCipher | undefined> {
  if (key === rdr2NoKey) return undefined;
  const steps = [cipherStep(platform, key)];
  const keys = cipherKeys(platform);
  if (keys === undefined) {
    throw new ArchiveError(
      'VARIANT_UNSUPPORTED',
      `Found a table encrypted for the platform "${platform}", expected y, o, a or s, whose ciphers are known.`,
      { offset: 14 },
    );
  }
  const cipher: TableCipher = {
    title: platform === 'y' ? 'TFIT2' : 'TFIT',
    keys,
    table: steps,
    tableFor: () => steps,
    file: () => steps,
  };
  return findCipher([cipher], context.keys, async () => {
    // Eight rows are whole blocks, and under a wrong key hardly one of them lies inside the file.
    const rows = Math.min(count, 8);
    const words = await readWords(order, rows, steps, context);
    for (let number = 0; number < rows; number++) {
      const { offset, stored, compressor } = readFlatRow(words, number);
      if (compressor > 2 || offset > source.size - stored) return false;
    }
    return true;
  });
}

const tfitLetters: Readonly<Record<string, TfitPlatform>> = { o: 'ps4', a: 'android', s: 'ios' };

/** Other platforms have a cipher that nobody has described: its codec is in no list, so their files list only. */
function cipherStep(platform: string, key: number, ranges?: readonly number[]): CodecStep {
  const tfit = tfitLetters[platform];
  if (tfit !== undefined) return tfitCbcStep(tfit, key, ranges);
  return platform === 'y' ? tfit2CbcStep(key, ranges) : { codec: `rage-rpf/cipher-${platform}` };
}

function cipherKeys(platform: string): readonly string[] | undefined {
  const tfit = tfitLetters[platform];
  if (tfit !== undefined) return Object.values(tfitKeyIds(tfit));
  return platform === 'y' ? [keyIds.rdr2Keys, keyIds.rdr2Tables, keyIds.rdr2Iv] : undefined;
}

/** Entries as words: the low half of each 64-bit number first. */
async function readWords(
  order: ByteOrder,
  count: number,
  steps: readonly CodecStep[] | undefined,
  context: OpenContext,
): Promise<Uint32Array> {
  const length = entryLength * count;
  const extent = { offset: tableAt, length };
  const bytes = await context.read([steps === undefined ? extent : { ...extent, steps }]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  context.memory.take(length);
  const words = new Uint32Array(length / 4);
  const isLittle = order === 'little';
  for (let at = 0; at < words.length; at++) words[isLittle ? at : at ^ 1] = view.getUint32(4 * at, isLittle);
  context.memory.release(bytes.length);
  return words;
}

/** The paths at the end of the file; those of an encrypted archive are encrypted with a key that nobody knows. */
async function readNames(
  source: ByteSource,
  { count, namesLength, key, platform }: Header,
  context: OpenContext,
): Promise<NameTable | undefined> {
  if (namesLength === 0 || key !== rdr2NoKey) return undefined;
  const available = source.size - tableAt - entryLength * count;
  if (namesLength > available) {
    context.report({
      severity: 'error',
      code: 'names-outside',
      message: `Found a name list of ${namesLength} bytes, expected at most the ${available} bytes behind the table.`,
      offset: 8,
    });
    return undefined;
  }
  const offset = source.size - namesLength;
  const stored = await context.read([{ offset, length: namesLength }]);
  context.memory.take(namesLength);
  const text = stored.map((byte) => (byte === 0 ? 0x0a : byte));
  context.memory.release(namesLength);
  return new NameTable(text, pathNames(platform), context.memory);
}

function reportOddities(source: ByteSource, table: FlatTable, context: OpenContext): void {
  let outside = 0;
  let unsorted = 0;
  for (let number = 0; number < table.length; number++) {
    const { offset, stored } = table.row(number);
    if (stored > 0 && offset > source.size - stored) outside++;
    if (number > 0 && table.hashLow(number) < table.hashLow(number - 1)) unsorted++;
  }
  if (outside > 0) {
    context.report({
      severity: 'error',
      code: 'data-outside',
      message: `Found ${outside} files that reach behind the end of the archive at ${source.size}, expected none.`,
    });
  }
  if (unsorted > 0) {
    context.report({
      severity: 'warning',
      code: 'names-unsorted',
      message: `Found ${unsorted} hashes below their predecessor, expected ascending ones; the game may not find these files.`,
    });
  }
}

function listStructure(source: ByteSource, table: FlatTable, { namesLength }: Header): readonly Structure[] {
  const structure: Structure[] = [
    { name: 'header', offset: 0, length: tableAt },
    { name: 'entries', offset: tableAt, length: entryLength * table.length },
  ];
  if (namesLength > 0 && namesLength <= source.size - tableAt - entryLength * table.length) {
    structure.push({ name: 'names', offset: source.size - namesLength, length: namesLength });
  }
  return structure;
}
