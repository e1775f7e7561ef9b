import type { ByteOrder, CodecStep } from '@packwright/core';
import { encryptedRanges, rdr2NoKey, readingUnit } from './ciphers/index.ts';
import { header8Length, resource8, writeResource8 } from './resources/resource8.ts';
import { trimStep } from './trim-codec.ts';
import { deflateSteps, type FileDescription } from './version.ts';

/** Unit of sizes and offsets. */
const unit = 16;

/** Bytes of the signature that ends a protected file. */
const signatureLength = 256;

/** Id of a codec that is not ours to ship; with one of this id plugged in, such files can be read. */
const oodleCodecId = 'rage-rpf/oodle';

/** A row of version 8, field by field. */
export interface FlatRow {
  readonly hash: number;
  /** Which parts of the body are encrypted. */
  readonly config: number;
  /** Number of the key, 255 for none. */
  readonly key: number;
  readonly extension: number;
  readonly isResource: boolean;
  readonly isProtected: boolean;
  /** Bytes in the archive, everything included. */
  readonly stored: number;
  readonly offset: number;
  /** 0 none, 1 deflate, 2 Oodle. */
  readonly compressor: number;
  /** Low half of the size, or virtual flags. */
  readonly low: number;
  /** High half of the size, or physical flags. */
  readonly high: number;
}

/** What the archive adds to a row. */
export interface FlatFacts {
  readonly order: ByteOrder;
  /** Letter of the platform. */
  readonly platform: string;
  /** The step for encrypted ranges under the key of a number. */
  readonly decrypt: (key: number, ranges: readonly number[]) => CodecStep;
}

/** A row out of the table's words. */
export function readFlatRow(words: Uint32Array, number: number): FlatRow {
  const at = 6 * number;
  const facts = words[at + 1] ?? 0;
  const place = words[at + 2] ?? 0;
  const farPlace = words[at + 3] ?? 0;
  return {
    hash: words[at] ?? 0,
    config: facts & 0xff,
    key: (facts >>> 8) & 0xff,
    extension: (facts >>> 16) & 0xff,
    isResource: (facts & 0x1000000) !== 0,
    isProtected: (facts & 0x2000000) !== 0,
    stored: (place & 0xfffffff) * unit,
    offset: ((farPlace & 0x7ffffff) * 16 + (place >>> 28)) * unit,
    compressor: farPlace >>> 27,
    low: words[at + 4] ?? 0,
    high: words[at + 5] ?? 0,
  };
}

/** A row in terms of the contract: resources are exported with a header that says they are plain. */
export function describeFlat(row: FlatRow, facts: FlatFacts): FileDescription {
  const { isResource, compressor, stored, low, high } = row;
  const sizes = isResource ? resource8(low, high) : undefined;
  // No file is that large; what such a row stands for cannot be read, and core says so.
  const size = Math.min(
    sizes === undefined ? low + high * 2 ** 32 : sizes.virtual + sizes.physical,
    Number.MAX_SAFE_INTEGER,
  );
  const skipped = isResource ? header8Length : 0;
  const length = Math.max(0, stored - skipped - (row.isProtected ? signatureLength : 0));
  const offset = row.offset + skipped;
  const decrypt = decryptSteps(row, length, facts);
  const steps = [...decrypt, ...unpackSteps(compressor)];
  const attributes = {
    ...(sizes === undefined
      ? {}
      : { resource: sizes.id, virtualSize: sizes.virtual, physicalSize: sizes.physical }),
    ...(decrypt.length === 0 ? {} : { encrypted: true }),
    ...(row.isProtected ? { signed: true } : {}),
  };
  const whole = {
    offset,
    length,
    size,
    steps: decrypt.length > 0 && compressor === 0 ? [...decrypt, trimStep] : steps,
  };
  // Stored files are filled up to 16 bytes, so the size decides and not the bytes on disk.
  const body = steps.length === 0 && size <= length ? { offset, length: size } : whole;
  const place = { storedSize: stored, occupies: { offset: row.offset, length: stored } };
  if (!isResource) {
    return { ...place, size, extents: [body], ...(Object.keys(attributes).length > 0 ? { attributes } : {}) };
  }
  return {
    ...place,
    size: header8Length + size,
    extents: [{ bytes: writeResource8(low, high, facts.order) }, body],
    body: [body],
    attributes,
  };
}

function decryptSteps(row: FlatRow, length: number, { decrypt }: FlatFacts): readonly CodecStep[] {
  if (row.key === rdr2NoKey) return [];
  const unit = readingUnit(length, row.isResource, row.compressor !== 0);
  return [decrypt(row.key, encryptedRanges(row.config, length, unit))];
}

function unpackSteps(compressor: number): readonly CodecStep[] {
  if (compressor === 0) return [];
  if (compressor === 1) return deflateSteps;
  return [{ codec: compressor === 2 ? oodleCodecId : `rage-rpf/compressor-${compressor}` }];
}
