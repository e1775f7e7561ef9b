/** Random numbers for each value of each of the eight bytes. */
const tableLength = 8 * 256;

/**
 * Where the hashes that archives bring along go in a table in memory. A file chooses them as it likes, so what is made
 * of them must not be foreseen: each byte chooses a random number, and these are put together (simple tabulation).
 * Whatever the hashes are, that spreads them well enough for chains and for open addressing; see Pătraşcu and Thorup,
 * "The Power of Simple Tabulation Hashing".
 */
export class SlotHash {
  readonly #table: Int32Array;

  /** `random` gives numbers from 0 to below 1; tests bring their own. */
  constructor(random: () => number = Math.random) {
    this.#table = Int32Array.from({ length: tableLength }, () => random() * 2 ** 32);
  }

  /** A 32-bit number for two halves of a hash. */
  of(low: number, high: number): number {
    const table = this.#table;
    return (
      (table[low & 0xff] as number) ^
      (table[256 | ((low >>> 8) & 0xff)] as number) ^
      (table[512 | ((low >>> 16) & 0xff)] as number) ^
      (table[768 | (low >>> 24)] as number) ^
      (table[1024 | (high & 0xff)] as number) ^
      (table[1280 | ((high >>> 8) & 0xff)] as number) ^
      (table[1536 | ((high >>> 16) & 0xff)] as number) ^
      (table[1792 | (high >>> 24)] as number)
    );
  }
}
