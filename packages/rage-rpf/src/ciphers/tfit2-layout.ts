/** Rounds of the TFIT2 cipher. */
export const tfit2Rounds = 17;
/** Bytes of a key: a pair of 64-bit words for each round, after one pair that is not used. */
export const tfit2KeyLength = 288;

/** The tables of TFIT2, in the order in which they make one key: name and bytes. All numbers are little-endian. */
export const tfit2Layout = {
  /** 16 tables of 256 u64, one for each input byte. */
  init: 32768,
  /** For each round 4096 u64. */
  lookups: 557056,
  /** For each round and block 16 u64. */
  masks: 34816,
  /** For each round and block a u32. */
  xors: 1088,
  /** For each output byte 8 u64. */
  endMasks: 1024,
  /** For each output byte 256 bytes. */
  endTables: 4096,
  endXor: 16,
} as const;

/** Name of one of the tables. */
export type Tfit2Part = keyof typeof tfit2Layout;

/** Bytes of all tables together. */
export const tfit2TablesLength: number = Object.values(tfit2Layout).reduce((sum, length) => sum + length, 0);

/** The parts of the joined tables, as views. */
export function splitTfit2Tables(bytes: Uint8Array): Record<Tfit2Part, Uint8Array> {
  let at = 0;
  const take = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    init: take(tfit2Layout.init),
    lookups: take(tfit2Layout.lookups),
    masks: take(tfit2Layout.masks),
    xors: take(tfit2Layout.xors),
    endMasks: take(tfit2Layout.endMasks),
    endTables: take(tfit2Layout.endTables),
    endXor: take(tfit2Layout.endXor),
  };
}

const straight = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [8, 9, 10, 11, 12, 13, 14, 15],
] as const;
const crossed = [
  [0, 3, 4, 5, 9, 10, 14, 15],
  [1, 2, 6, 7, 8, 11, 12, 13],
] as const;

/** Whether both words of a round come each from one half of the state. */
export function isStraightTfit2Round(round: number): boolean {
  return round < 2 || round === tfit2Rounds - 1;
}

/**
 * The eight blocks that look at a half (0 or 1) of the state. Blocks 0–7 go into the first word, 8–15 into the
 * second: in a crossed round that is four each.
 */
export function blocksOfHalf(round: number, half: number): readonly number[] {
  return (isStraightTfit2Round(round) ? straight : crossed)[half === 0 ? 0 : 1];
}
