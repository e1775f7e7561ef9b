/** Rounds of the TFIT cipher (called NG in GTA V). */
export const tfitRounds = 17;
/** Bytes of a key: four words for each round. */
export const tfitKeyLength = 272;
/** Bytes of the tables: a table of 256 words for each round and input byte. */
export const tfitTablesLength = 278528;

const straight = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const crossed = [0, 7, 10, 13, 1, 4, 11, 14, 2, 5, 8, 15, 3, 6, 9, 12] as const;

/** Whether a round leaves the bytes of each word together. */
export function isStraightRound(round: number): boolean {
  return round < 2 || round === tfitRounds - 1;
}

/** Which input byte stands at each of the 16 positions of a round: four positions make an output word. */
export function sourcesOf(round: number): readonly number[] {
  return isStraightRound(round) ? straight : crossed;
}

/** Tables in the order of positions, as some tools keep them, put into the order of input bytes. */
export function fromPositionOrder(tables: Uint8Array): Uint8Array {
  const sorted = new Uint8Array(tables.length);
  for (let round = 0; round < tfitRounds; round++) {
    for (const [position, source] of sourcesOf(round).entries()) {
      const from = (16 * round + position) * 1024;
      sorted.set(tables.subarray(from, from + 1024), (16 * round + source) * 1024);
    }
  }
  return sorted;
}
