import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  type CodecStep,
  chain,
} from '@packwright/core';
import { keyIds, type TfitPlatform, tfitKeyIds, tfitPlatforms } from '../keys/key-ids.ts';
import { type BlockCipher, blockLength } from './block-cipher.ts';
import { type Direction, runCbc } from './modes.ts';
import { rdr2KeyRow, rdr2KeyRows } from './rdr2-key-row.ts';
import { missingKey, requireKey } from './required-key.ts';
import { TfitCipher } from './tfit-cipher.ts';
import { tfitKeyLength, tfitTablesLength } from './tfit-layout.ts';
import { TfitTables } from './tfit-tables.ts';
import { Tfit2Cipher } from './tfit2-cipher.ts';
import { tfit2KeyLength, tfit2TablesLength } from './tfit2-layout.ts';
import { Tfit2Tables } from './tfit2-tables.ts';

/** Id of the codec for RDR2 on PC in steps. */
const tfit2CbcCodecId = 'rage-rpf/tfit2-cbc';
/** Id of the codec for RDR2 on PS4 and phones in steps. */
const tfitCbcCodecId = 'rage-rpf/tfit-cbc';

/** A step that deciphers RPF8 of the PC; `ranges` (start, end, …) default to everything. */
export function tfit2CbcStep(keyNumber: number, ranges?: readonly number[]): CodecStep {
  return { codec: tfit2CbcCodecId, key: keyIds.rdr2Keys, keyNumber, ...(ranges && { ranges }) };
}

/** A step that deciphers RPF8 of PS4, Android or iOS; `ranges` (start, end, …) default to everything. */
export function tfitCbcStep(
  platform: TfitPlatform,
  keyNumber: number,
  ranges?: readonly number[],
): CodecStep {
  return {
    codec: tfitCbcCodecId,
    key: tfitKeyIds(platform).keys,
    platform,
    keyNumber,
    ...(ranges && { ranges }),
  };
}

/** What distinguishes the two ciphers of RPF8. */
interface CbcKind {
  readonly keys: string;
  readonly tables: string;
  readonly iv: string;
  readonly rows: number;
  readonly keyLength: number;
  readonly tablesLength: number;
  cipher(key: Uint8Array, tables: Uint8Array): BlockCipher;
}

const tfit2: CbcKind = {
  keys: keyIds.rdr2Keys,
  tables: keyIds.rdr2Tables,
  iv: keyIds.rdr2Iv,
  rows: rdr2KeyRows.pc,
  keyLength: tfit2KeyLength,
  tablesLength: tfit2TablesLength,
  cipher: (key, tables) => new Tfit2Cipher(key, Tfit2Tables.of(tables)),
};

function tfitOf(step: CodecStep): CbcKind {
  const platform = tfitPlatforms.find((each) => each === step.platform);
  if (platform === undefined) throw invalid(step, 'platform', tfitPlatforms.join(', '));
  return {
    ...tfitKeyIds(platform),
    rows: rdr2KeyRows.tfit,
    keyLength: tfitKeyLength,
    tablesLength: tfitTablesLength,
    cipher: (key, tables) => new TfitCipher(key, TfitTables.of(tables)),
  };
}

/** TFIT2 of RDR2 on PC: ranges of a body, whole blocks, each chained to the one before. */
export const tfit2CbcCodec: Codec = makeCodec(tfit2CbcCodecId, () => tfit2);

/** TFIT of RDR2 on PS4 and phones: ranges of a body, whole blocks, each chained to the one before. */
export const tfitCbcCodec: Codec = makeCodec(tfitCbcCodecId, tfitOf);

function makeCodec(id: string, kindOf: (step: CodecStep) => CbcKind): Codec {
  return {
    id,
    maxRatio: 1,
    decode(input, step, size, context) {
      if (size !== undefined && size !== input.length) {
        throw new ArchiveError('SIZE_MISMATCH', `Found ${input.length} encrypted bytes, expected ${size}.`);
      }
      return run(input, step, kindOf(step), 'decrypt', context);
    },
    encode: (input, step, context) => run(input, step, kindOf(step), 'encrypt', context),
  };
}

function run(
  input: Uint8Array,
  step: CodecStep,
  kind: CbcKind,
  direction: Direction,
  context: CodecContext,
): Awaitable<Uint8Array> {
  const { keys, signal } = context;
  const row = rowOf(step, kind);
  const ranges = rangesOf(step, input.length);
  return chain(requireKey(keys, kind.keys, kind.rows * kind.keyLength), (set) => {
    const key = set.subarray(row * kind.keyLength, (row + 1) * kind.keyLength);
    if (key.every((byte) => byte === 0)) throw missingKey(`${kind.keys} (number ${step.keyNumber})`);
    return chain(requireKey(keys, kind.tables, kind.tablesLength), (tables) =>
      chain(requireKey(keys, kind.iv, blockLength), (iv) =>
        runCbc(kind.cipher(key, tables), direction, input, iv, ranges, signal),
      ),
    );
  });
}

function rowOf(step: CodecStep, kind: CbcKind): number {
  const { keyNumber } = step;
  const row = typeof keyNumber === 'number' ? rdr2KeyRow(keyNumber) : undefined;
  if (row !== undefined && row < kind.rows) return row;
  throw new ArchiveError(
    'KEY_MISSING',
    `The data is encrypted with key number ${JSON.stringify(keyNumber)}, which ${kind.keys} does not have.`,
  );
}

function rangesOf(step: CodecStep, length: number): readonly number[] {
  const { ranges = [0, length] } = step;
  let last = 0;
  const isRange = (value: unknown): value is number => {
    const ascends = typeof value === 'number' && Number.isSafeInteger(value) && value >= last;
    if (ascends) last = value;
    return ascends;
  };
  if (Array.isArray(ranges) && ranges.length % 2 === 0 && ranges.every(isRange)) return ranges;
  throw invalid(step, 'ranges', 'pairs of ascending numbers');
}

function invalid(step: CodecStep, name: string, expected: string): ArchiveError {
  return new ArchiveError(
    'OPTION_INVALID',
    `The codec ${step.codec} was given ${name} ${JSON.stringify(step[name])}, expected ${expected}.`,
  );
}
