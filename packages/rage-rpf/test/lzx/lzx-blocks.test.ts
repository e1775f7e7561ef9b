import { decodeLatin1 } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { decodeLzx } from '../../src/lzx/index.ts';
import { assignCodes, LzxBits, makeChunk, writeLengths } from './lzx-builder.ts';

const A = 0x41;
const B = 0x42;
/** Main symbol of a match: position slot and length header. */
const match = (slot: number, header: number): number => 256 + 8 * slot + header;

/** One compressed block; `body` writes the symbols, all of which have codes of 2 bits. */
function writeBlock(
  bits: LzxBits,
  block: {
    readonly type: 1 | 2;
    readonly size: number;
    readonly main: readonly number[];
    readonly mainBefore?: readonly number[];
    readonly lengths?: readonly number[];
    readonly slots?: number;
  },
  body: (code: (symbol: number) => void, lengthCode: (symbol: number) => void) => void,
): void {
  const mainLengths = new Array<number>(256 + 8 * (block.slots ?? 32)).fill(0);
  for (const symbol of block.main) mainLengths[symbol] = 2;
  const before = mainLengths.map((_, symbol) => ((block.mainBefore ?? []).includes(symbol) ? 2 : 0));
  const lengthLengths = new Array<number>(249).fill(0);
  for (const symbol of block.lengths ?? []) lengthLengths[symbol] = 2;
  bits.bits(block.type, 3).bits(block.size, 24);
  // All eight aligned symbols have 3 bits, so that a code is the symbol itself.
  if (block.type === 2) for (let i = 0; i < 8; i++) bits.bits(3, 3);
  writeLengths(bits, before.slice(0, 256), mainLengths.slice(0, 256));
  writeLengths(bits, before.slice(256), mainLengths.slice(256));
  writeLengths(bits, [], lengthLengths);
  const writer = (lengths: readonly number[]) => {
    const codes = assignCodes(lengths);
    return (symbol: number) => {
      const [code, length] = codes.get(symbol) ?? [0, 0];
      bits.bits(code, length);
    };
  };
  body(writer(mainLengths), writer(lengthLengths));
}

const text = (stream: Uint8Array, windowBits: 16 | 17 = 16): string =>
  decodeLatin1(decodeLzx(stream, { windowBits }));

describe('LZX blocks', () => {
  it('verbatim: literals, a new offset, the three recent ones and a long match', () => {
    const bits = new LzxBits().bits(0, 1);
    const main = [A, B, match(3, 0), match(1, 7)];
    writeBlock(bits, { type: 1, size: 2 + 2 + 12, main, lengths: [0, 3, 5, 9] }, (code, lengthCode) => {
      code(A);
      code(B);
      // Slot 3 is the offset 1, which moves the recent ones (1, 1, 1) along.
      code(match(3, 0));
      code(match(1, 7));
      lengthCode(3);
    });
    expect(text(makeChunk(16, bits.finish()))).toBe(`AB${'B'.repeat(14)}`);
  });

  it('verbatim: recent offsets swap places', () => {
    const bits = new LzxBits().bits(0, 1);
    writeBlock(bits, { type: 1, size: 11, main: [A, B, match(4, 1), match(2, 0)] }, (code) => {
      code(A);
      code(B);
      code(B);
      code(match(4, 1));
      bits.bits(1, 1);
      // Recent offsets are now 3, 1, 1; the third (1) is used and becomes the first.
      code(match(2, 0));
      code(A);
      code(match(2, 0));
    });
    // ABB, three back: ABB, one back twice: BB, A, and the third recent offset is 3 again: BB.
    expect(text(makeChunk(11, bits.finish()))).toBe('ABBABBBBABB');
  });

  it('aligned: low three bits of an offset come from their own code', () => {
    const bits = new LzxBits().bits(0, 1);
    const plain = 'AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBB';
    writeBlock(bits, { type: 2, size: 36, main: [A, B, match(8, 0), match(10, 0)] }, (code) => {
      for (const letter of plain) code(letter.charCodeAt(0));
      code(match(8, 0));
      bits.bits(5, 3); // 14 + 5 = 19 back
      code(match(10, 0));
      bits.bits(0, 1).bits(4, 3); // 30 + 4 = 34 back
    });
    expect(text(makeChunk(36, bits.finish()))).toBe(`${plain}AAAA`);
  });

  it('uncompressed of odd length: the next block follows without a pad byte', () => {
    const bits = new LzxBits().bits(0, 1).bits(3, 3).bits(3, 24).alignWord();
    bits.raw(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, A, B, A);
    writeBlock(bits, { type: 1, size: 4, main: [A, B, match(2, 0), match(0, 0)] }, (code) => {
      code(match(2, 0));
      code(match(0, 0));
    });
    expect(text(makeChunk(7, bits.finish()))).toBe('ABAABAA');
  });

  it('uncompressed: a header that ends on a word border is followed by a whole word of padding', () => {
    const bits = new LzxBits().bits(0, 1);
    writeBlock(bits, { type: 1, size: 11, main: [A, B, match(4, 0), match(0, 1)] }, (code) => {
      for (const letter of 'AAAAAAAAB') code(letter.charCodeAt(0));
      code(match(4, 0));
      bits.bits(0, 1);
    });
    bits.bits(3, 3).bits(2, 24);
    expect(bits.isAtBorder).toBe(true);
    bits.alignWord().raw(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, B, A);
    expect(text(makeChunk(13, bits.finish()))).toBe('AAAAAAAABABBA');
  });

  it('a block runs on through the next chunk, where the bits begin anew', () => {
    const bits = new LzxBits().bits(0, 1);
    writeBlock(bits, { type: 1, size: 5, main: [A, B, match(0, 0), match(0, 1)] }, (code) => {
      code(A);
      code(B);
      code(B);
    });
    // The third of four 2-bit codes: a match of two bytes at the most recent offset.
    const second = new LzxBits().bits(2, 2);
    const stream = [...makeChunk(3, bits.finish()), ...makeChunk(2, second.finish()), 0, 0, 0, 0, 0];
    expect(text(Uint8Array.from(stream))).toBe('ABBBB');
  });

  it('code lengths are differences to the block before', () => {
    const bits = new LzxBits().bits(0, 1);
    const first = [A, B, match(0, 0), match(0, 1)];
    const next = [A, 0x43, match(0, 0), match(0, 2)];
    writeBlock(bits, { type: 1, size: 2, main: first }, (code) => {
      code(A);
      code(B);
    });
    writeBlock(bits, { type: 1, size: 5, main: next, mainBefore: first }, (code) => {
      code(0x43);
      code(match(0, 2));
    });
    expect(text(makeChunk(7, bits.finish()))).toBe('ABCCCCC');
  });

  it('a window of 17 bits has two position slots more', () => {
    const bits = new LzxBits().bits(0, 1);
    writeBlock(bits, { type: 1, size: 3, main: [A, B, match(33, 7), match(0, 0)], slots: 34 }, (code) => {
      code(B);
      code(match(0, 0));
    });
    expect(text(makeChunk(3, bits.finish()), 17)).toBe('BBB');
  });

  it('E8 translation makes call targets relative again', () => {
    const size = 40;
    const raw = new Uint8Array(size);
    raw.set([0xe8, 30, 0, 0, 0], 2); // absolute 30 at 2: relative 28
    raw.set([0xe8, 0xff, 0xff, 0xff, 0xff], 8); // -1, within -8: wraps to 99
    raw.set([0xe8, 200, 0, 0, 0], 14); // beyond the assumed size of 100: left alone
    raw.set([0xe8, 1, 0, 0, 0], 31); // among the last ten bytes: left alone
    const bits = new LzxBits().bits(1, 1).bits(0, 16).bits(100, 16).bits(3, 3).bits(size, 24).alignWord();
    bits.raw(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, ...raw);
    const expected = raw.slice();
    expected.set([28, 0, 0, 0], 3);
    expected.set([99, 0, 0, 0], 9);
    expect(decodeLzx(makeChunk(size, bits.finish()), { windowBits: 16 })).toEqual(expected);
  });
});
