import { ArchiveError } from '@packwright/core';
import { BitInput } from './bit-input.ts';
import type { ChunkHeader } from './chunk-header.ts';
import { HuffmanCode } from './huffman-code.ts';

const literals = 256;
const shortestMatch = 2;
/** Lengths 0–6 stand in the main symbol; 7 means that the length code has the rest. */
const lengthInSymbol = 7;
const lengthSymbols = 249;
const alignedSymbols = 8;
const treeSymbols = 20;

const verbatim = 1;
const aligned = 2;
const uncompressed = 3;

/** Bits after a position slot, and the first offset (plus 2) of each slot. */
const extraBits = new Uint8Array(36);
const slotBase = new Uint32Array(36);
for (let slot = 0, base = 0; slot < slotBase.length; slot++) {
  extraBits[slot] = slot < 4 ? 0 : (slot >>> 1) - 1;
  slotBase[slot] = base;
  base += 2 ** (extraBits[slot] ?? 0);
}

/**
 * LZX as Xbox tools frame it: one state runs through all chunks, while the bits begin anew in each. Decodes into the
 * caller's buffer, which is at the same time the window: E8 translation must wait until all is decoded.
 */
export class LzxDecoder {
  readonly #window: number;
  readonly #mainLengths: Uint8Array;
  readonly #lengthLengths = new Uint8Array(lengthSymbols);
  readonly #main: HuffmanCode;
  readonly #length = new HuffmanCode('length', lengthSymbols);
  readonly #aligned = new HuffmanCode('aligned offset', alignedSymbols);
  readonly #tree = new HuffmanCode('tree', treeSymbols);
  readonly #treeLengths = new Uint8Array(treeSymbols);
  readonly #alignedLengths = new Uint8Array(alignedSymbols);
  #recent0 = 1;
  #recent1 = 1;
  #recent2 = 1;
  #blockType = 0;
  #blockLeft = 0;
  #begun = false;
  #translationSize = 0;

  constructor(windowBits: 16 | 17) {
    this.#window = 2 ** windowBits;
    const slots = 2 * windowBits;
    this.#mainLengths = new Uint8Array(literals + 8 * slots);
    this.#main = new HuffmanCode('main', this.#mainLengths.length);
  }

  /** What E8 translation assumes the size of the whole content to be; 0 when it is off. */
  get translationSize(): number {
    return this.#translationSize;
  }

  /** Decodes a chunk of `bytes` to `output` from `from` on; before it lies everything decoded so far. */
  decodeChunk(bytes: Uint8Array, chunk: ChunkHeader, output: Uint8Array, from: number): void {
    const { start, end } = chunk;
    const to = from + chunk.size;
    const input = new BitInput(bytes, start, end);
    if (!this.#begun) {
      this.#begun = true;
      if (input.bits(1) === 1) this.#translationSize = input.bits(16) * 65536 + input.bits(16);
    }
    let at = from;
    while (at < to) {
      if (this.#blockLeft === 0) this.#readBlockHeader(input, bytes, end);
      const run = Math.min(this.#blockLeft, to - at);
      if (this.#blockType === uncompressed) this.#copyRaw(input, bytes, end, output, at, run);
      else this.#decodeRun(input, output, at, at + run);
      if (input.overrun) throw truncated(start, end);
      at += run;
      this.#blockLeft -= run;
    }
    if (input.unread >= 2) {
      throw new ArchiveError(
        'DAMAGED',
        `Found ${input.unread} unread bytes at the end of an LZX chunk of ${end - start}, expected none.`,
        { offset: end - input.unread },
      );
    }
  }

  #readBlockHeader(input: BitInput, bytes: Uint8Array, end: number): void {
    const type = input.bits(3);
    const length = input.bits(16) * 256 + input.bits(8);
    if (type < verbatim || type > uncompressed) {
      throw new ArchiveError('DAMAGED', `Found the LZX block type ${type}, expected 1, 2 or 3.`);
    }
    this.#blockType = type;
    this.#blockLeft = length;
    if (type === uncompressed) {
      input.alignWord();
      const at = input.takeRaw(12);
      if (at > end - 12) throw truncated(at, end);
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, 12);
      this.#recent0 = view.getUint32(0, true);
      this.#recent1 = view.getUint32(4, true);
      this.#recent2 = view.getUint32(8, true);
      return;
    }
    if (type === aligned) {
      for (let i = 0; i < alignedSymbols; i++) this.#alignedLengths[i] = input.bits(3);
      this.#aligned.build(this.#alignedLengths);
    }
    this.#readLengths(input, this.#mainLengths, 0, literals);
    this.#readLengths(input, this.#mainLengths, literals, this.#mainLengths.length);
    this.#main.build(this.#mainLengths);
    this.#readLengths(input, this.#lengthLengths, 0, lengthSymbols);
    this.#length.build(this.#lengthLengths);
  }

  /** Code lengths come as differences to those of the block before, themselves Huffman-coded. */
  #readLengths(input: BitInput, lengths: Uint8Array, from: number, to: number): void {
    for (let i = 0; i < treeSymbols; i++) this.#treeLengths[i] = input.bits(4);
    this.#tree.build(this.#treeLengths);
    let at = from;
    while (at < to) {
      const symbol = this.#tree.read(input);
      if (symbol < 17) {
        lengths[at] = ((lengths[at] ?? 0) + 17 - symbol) % 17;
        at += 1;
        continue;
      }
      let run: number;
      let length = 0;
      if (symbol === 17) run = 4 + input.bits(4);
      else if (symbol === 18) run = 20 + input.bits(5);
      else {
        run = 4 + input.bits(1);
        const difference = this.#tree.read(input);
        if (difference > 16) {
          throw new ArchiveError(
            'DAMAGED',
            `Found the LZX length difference ${difference}, expected 0 to 16.`,
          );
        }
        length = ((lengths[at] ?? 0) + 17 - difference) % 17;
      }
      if (run > to - at) {
        throw new ArchiveError(
          'DAMAGED',
          `Found a run of ${run} LZX code lengths, expected at most ${to - at}.`,
        );
      }
      lengths.fill(length, at, at + run);
      at += run;
    }
  }

  #copyRaw(
    input: BitInput,
    bytes: Uint8Array,
    end: number,
    output: Uint8Array,
    at: number,
    run: number,
  ): void {
    const source = input.takeRaw(run);
    if (source > end - run) throw truncated(source, end);
    output.set(bytes.subarray(source, source + run), at);
  }

  #decodeRun(input: BitInput, output: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to) {
      const symbol = this.#main.read(input);
      if (symbol < literals) {
        output[at++] = symbol;
        continue;
      }
      let length = ((symbol - literals) & 7) + shortestMatch;
      if (length === lengthInSymbol + shortestMatch) length += this.#length.read(input);
      const offset = this.#readOffset(input, (symbol - literals) >>> 3);
      if (offset === 0 || offset > at || offset > this.#window) {
        throw new ArchiveError(
          'DAMAGED',
          `Found an LZX match ${offset} bytes back, expected 1 to ${Math.min(at, this.#window)}.`,
        );
      }
      if (length > to - at) {
        throw new ArchiveError(
          'DAMAGED',
          `Found an LZX match of ${length} bytes, expected at most ${to - at} to the end of its block.`,
        );
      }
      const end = at + length;
      if (offset >= length) {
        output.copyWithin(at, at - offset, end - offset);
        at = end;
      } else {
        for (; at < end; at++) output[at] = output[at - offset] ?? 0;
      }
    }
  }

  #readOffset(input: BitInput, slot: number): number {
    let offset: number;
    if (slot === 0) return this.#recent0;
    if (slot === 1) {
      offset = this.#recent1;
      this.#recent1 = this.#recent0;
      this.#recent0 = offset;
      return offset;
    }
    if (slot === 2) {
      offset = this.#recent2;
      this.#recent2 = this.#recent0;
      this.#recent0 = offset;
      return offset;
    }
    const extra = extraBits[slot] ?? 0;
    offset = (slotBase[slot] ?? 0) - 2;
    if (this.#blockType === aligned && extra >= 3) {
      offset += input.bits(extra - 3) * 8;
      offset += this.#aligned.read(input);
    } else {
      offset += input.bits(extra);
    }
    this.#recent2 = this.#recent1;
    this.#recent1 = this.#recent0;
    this.#recent0 = offset;
    return offset;
  }
}

function truncated(at: number, end: number): ArchiveError {
  return new ArchiveError(
    'TRUNCATED',
    `An LZX chunk needs more bytes than the ${Math.max(0, end - at)} it has.`,
    {
      offset: at,
    },
  );
}
