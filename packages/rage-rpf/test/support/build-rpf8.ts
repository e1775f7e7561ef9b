import { type CodecContext, CodecRegistry, type CodecStep, type Keys } from '@packwright/core';
import { encryptedRanges, readingUnit, tfit2CbcStep, tfitCbcStep } from '../../src/ciphers/index.ts';
import { codecs } from '../../src/codecs.ts';

/** A file of an RPF8 archive, as its row has it. */
export interface FlatDraft {
  readonly hash: number;
  /** Bytes as they are before encryption: compressed already where `compressor` says so. */
  readonly body: Uint8Array;
  /** Uncompressed size, or the two flag words of a resource; default: the length of the body. */
  readonly size?: number | readonly [low: number, high: number];
  readonly extension?: number;
  readonly compressor?: number;
  readonly config?: number;
  readonly key?: number;
  /** Ends with a signature. */
  readonly isProtected?: boolean;
}

/** What an archive may be given besides. */
export interface Rpf8Options {
  readonly names?: string;
  readonly tableKey?: number;
  readonly platform?: 'y' | 'o';
  readonly keys?: Keys;
}

const tableAt = 272;
const noKey = 255;

/** The bytes of an RPF8 archive: nothing else writes them, because the game would not accept the result. */
export async function buildRpf8(files: readonly FlatDraft[], options: Rpf8Options = {}): Promise<Uint8Array> {
  const { names = '', tableKey = noKey, platform = 'y' } = options;
  const table = new DataView(new ArrayBuffer(24 * files.length));
  const bodies: Uint8Array[] = [];
  let offset = Math.ceil((tableAt + table.byteLength) / 16) * 16;
  const start = offset;
  for (const [number, file] of files.entries()) {
    const stored = await storeBody(file, options);
    writeRow(table, 24 * number, file, offset, stored.length);
    bodies.push(stored);
    offset += stored.length;
  }
  const bytes = new Uint8Array(offset + names.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x38, 0x46, 0x50, 0x52]);
  view.setUint32(4, files.length, true);
  view.setUint32(8, names.length, true);
  view.setUint16(12, tableKey, true);
  view.setUint16(14, platform.charCodeAt(0), true);
  const rows = new Uint8Array(table.buffer);
  bytes.set(tableKey === noKey ? rows : await encrypt(rows, stepOf(options, tableKey), options), tableAt);
  let at = start;
  for (const body of bodies) {
    bytes.set(body, at);
    at += body.length;
  }
  bytes.set(
    Uint8Array.from(names, (character) => character.charCodeAt(0)),
    offset,
  );
  return bytes;
}

async function storeBody(file: FlatDraft, options: Rpf8Options): Promise<Uint8Array> {
  const header = Array.isArray(file.size) ? 16 : 0;
  const signature = file.isProtected ? 256 : 0;
  const length = Math.ceil((header + file.body.length) / 16) * 16 - header;
  const body = new Uint8Array(length);
  body.set(file.body);
  const stored = new Uint8Array(header + length + signature).fill(0xee);
  const unit = readingUnit(length, header > 0, (file.compressor ?? 0) !== 0);
  const key = file.key ?? noKey;
  const ranges = encryptedRanges(file.config ?? 0, length, unit);
  stored.set(key === noKey ? body : await encrypt(body, stepOf(options, key, ranges), options), header);
  return stored;
}

function stepOf({ platform }: Rpf8Options, key: number, ranges?: readonly number[]): CodecStep {
  return platform === 'o' ? tfitCbcStep('ps4', key, ranges) : tfit2CbcStep(key, ranges);
}

async function encrypt(bytes: Uint8Array, step: CodecStep, { keys }: Rpf8Options): Promise<Uint8Array> {
  const registry = new CodecRegistry(codecs);
  const context: CodecContext = {
    keys: keys ?? { get: () => undefined },
    strict: true,
    codec: (id) => registry.get(id),
    report: () => undefined,
  };
  return (await registry.get(step.codec).encode?.(bytes, step, context)) ?? bytes;
}

function writeRow(view: DataView, at: number, file: FlatDraft, offset: number, stored: number): void {
  const { hash, body, size = body.length, extension = 255, compressor = 0, config = 0, key = noKey } = file;
  const isResource = typeof size !== 'number';
  const [low, high] = isResource ? size : [size, 0];
  view.setUint32(at, hash, true);
  view.setUint8(at + 4, config);
  view.setUint8(at + 5, key);
  view.setUint8(at + 6, extension);
  view.setUint8(at + 7, (isResource ? 1 : 0) | (file.isProtected ? 2 : 0));
  const place = BigInt(stored / 16) | (BigInt(offset / 16) << 28n) | (BigInt(compressor) << 59n);
  view.setBigUint64(at + 8, place, true);
  view.setUint32(at + 16, low ?? 0, true);
  view.setUint32(at + 20, high ?? 0, true);
}
