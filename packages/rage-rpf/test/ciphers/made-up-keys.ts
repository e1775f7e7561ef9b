import type { Keys } from '@packwright/core';
import { sourcesOf, tfitRounds, tfitTablesLength } from '../../src/ciphers/tfit-layout.ts';
import {
  blocksOfHalf,
  splitTfit2Tables,
  tfit2Rounds,
  tfit2TablesLength,
} from '../../src/ciphers/tfit2-layout.ts';
import { keyIds, tfitKeyIds } from '../../src/keys/key-ids.ts';

/** Numbers that look random and are the same in every run. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A 32-bit number. */
  word(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.word() & 0xff);
  }

  /** The numbers 0–255 in some order. */
  substitution(): Uint8Array {
    const order = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (let i = 255; i > 0; i--) {
      const other = this.word() % (i + 1);
      const value = order[i] ?? 0;
      order[i] = order[other] ?? 0;
      order[other] = value;
    }
    return order;
  }

  /** An invertible matrix of bits, as its columns: `size` numbers of `size` bits. */
  invertible(size: number): bigint[] {
    const columns = Array.from({ length: size }, (_, i) => 1n << BigInt(i));
    for (let step = 0; step < size * 12; step++) {
      const to = this.word() % size;
      const from = this.word() % size;
      if (to !== from) columns[to] = (columns[to] ?? 0n) ^ (columns[from] ?? 0n);
    }
    return columns;
  }
}

/** The sum of the columns that the bits of a byte choose. */
function combine(columns: readonly bigint[], first: number, byte: number): bigint {
  let sum = 0n;
  for (let bit = 0; bit < 8; bit++) if ((byte >>> bit) & 1) sum ^= columns[first + bit] ?? 0n;
  return sum;
}

/** TFIT tables that can be inverted: for each output word a linear map after four substitutions. */
export function makeTfitTables(dice: Dice): Uint8Array {
  const view = new DataView(new ArrayBuffer(tfitTablesLength));
  for (let round = 0; round < tfitRounds; round++) {
    for (let word = 0; word < 4; word++) {
      const matrix = dice.invertible(32);
      for (let j = 0; j < 4; j++) {
        const table = 16 * round + (sourcesOf(round)[4 * word + j] ?? 0);
        const constant = dice.word();
        const order = dice.substitution();
        for (let i = 0; i < 256; i++) {
          const value = Number(combine(matrix, 8 * j, order[i] ?? 0));
          view.setUint32(4 * (256 * table + i), (value ^ constant) >>> 0, true);
        }
      }
    }
  }
  return new Uint8Array(view.buffer);
}

/** TFIT tables that can be inverted, but are no linear maps: each table disturbs the bytes below its own. */
export function makeCrookedTfitTables(dice: Dice): Uint8Array {
  const view = new DataView(new ArrayBuffer(tfitTablesLength));
  for (let round = 0; round < tfitRounds; round++) {
    for (const [position, source] of sourcesOf(round).entries()) {
      const shift = 8 * (position & 3);
      const order = dice.substitution();
      for (let i = 0; i < 256; i++) {
        const below = shift === 0 ? 0 : dice.word() % 2 ** shift;
        view.setUint32(4 * (256 * (16 * round + source) + i), (order[i] ?? 0) * 2 ** shift + below, true);
      }
    }
  }
  return new Uint8Array(view.buffer);
}

/** TFIT2 tables that can be inverted: substitutions between linear maps all through. */
export function makeTfit2Tables(dice: Dice): Uint8Array {
  const bytes = new Uint8Array(tfit2TablesLength);
  const parts = splitTfit2Tables(bytes);
  const viewOf = (part: Uint8Array): DataView => new DataView(part.buffer, part.byteOffset, part.byteLength);
  for (let half = 0; half < 2; half++) {
    const matrix = dice.invertible(64);
    for (let i = 0; i < 8; i++) {
      const order = dice.substitution();
      for (let value = 0; value < 256; value++) {
        const at = 8 * (256 * (8 * half + i) + value);
        viewOf(parts.init).setBigUint64(at, combine(matrix, 8 * i, order[value] ?? 0), true);
      }
    }
  }
  for (let round = 0; round < tfit2Rounds; round++) {
    for (let word = 0; word < 2; word++) {
      const matrix = dice.invertible(64);
      for (let i = 0; i < 8; i++) {
        const block = 8 * word + i;
        const order = dice.substitution();
        const constant = BigInt(dice.word()) << 20n;
        for (let value = 0; value < 256; value++) {
          const at = 8 * (4096 * round + 256 * block + value);
          viewOf(parts.lookups).setBigUint64(at, combine(matrix, 8 * i, order[value] ?? 0) ^ constant, true);
        }
        // The upper four bits of an index only tell the block apart: no mask picks any, the constant sets them.
        viewOf(parts.xors).setUint32(4 * (16 * round + block), (block << 8) | (dice.word() & 0xff), true);
      }
    }
    for (let half = 0; half < 2; half++) {
      const rows = dice.invertible(64);
      for (const [i, block] of blocksOfHalf(round, half).entries()) {
        writeMasks(parts.masks, (16 * round + block) * 128 + 64, rows.slice(8 * i, 8 * i + 8));
      }
    }
  }
  for (let half = 0; half < 2; half++) {
    const rows = dice.invertible(64);
    for (let i = 0; i < 8; i++) {
      writeMasks(parts.endMasks, 64 * (8 * half + i), rows.slice(8 * i, 8 * i + 8));
      parts.endTables.set(dice.substitution(), 256 * (8 * half + i));
    }
  }
  parts.endXor.set(dice.bytes(16));
  return bytes;
}

/** Eight masks that pick bit n of the result by `rows[n]`, a choice of bits of the half. */
function writeMasks(masks: Uint8Array, at: number, rows: readonly bigint[]): void {
  for (const [bit, row] of rows.entries()) {
    for (let position = 0; position < 8; position++) {
      masks[at + 8 * (7 - position) + bit] = Number((row >> BigInt(8 * position)) & 0xffn);
    }
  }
}

/** A key provider over bytes by id. */
export function keysOf(entries: Readonly<Record<string, Uint8Array>>): Keys {
  return { get: (id) => entries[id] };
}

/** A whole set of made-up keys: AES of every game, NG, TFIT2 and TFIT of the PS4. */
export function makeKeys(seed = 1): Keys {
  const dice = new Dice(seed);
  const tfit = tfitKeyIds('ps4');
  const { gta4, mcla, maxPayne3, rdr1, gta5, gta5Ps3, gta5X360, launcher } = keyIds;
  const aes = [gta4, mcla, maxPayne3, rdr1, gta5, gta5Ps3, gta5X360, launcher];
  return keysOf({
    ...Object.fromEntries(aes.map((id) => [id, dice.bytes(32)])),
    [keyIds.gta5Ps4]: dice.bytes(101 * 32),
    [keyIds.gta5NgKeys]: dice.bytes(101 * 272),
    [keyIds.gta5NgTables]: makeTfitTables(dice),
    [keyIds.rdr2Keys]: dice.bytes(166 * 288),
    [keyIds.rdr2Tables]: makeTfit2Tables(dice),
    [keyIds.rdr2Iv]: dice.bytes(16),
    [tfit.keys]: dice.bytes(164 * 272),
    [tfit.tables]: makeTfitTables(dice),
    [tfit.iv]: dice.bytes(16),
  });
}
