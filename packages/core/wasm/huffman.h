#ifndef HUFFMAN_H
#define HUFFMAN_H

#include "bytes.h"

enum {
  MAX_SYMBOLS = 288,
  MAX_LENGTH = 15,
};

// Gives each symbol that occurs the length of its code, at most `limit`, and 0 to the others. At least two symbols get
// a code, as zlib has it: decoders differ in what they think of fewer.
void make_lengths(const u32 *counts, u32 symbols, u32 limit, u8 *lengths);

// The canonical codes of some lengths, their bits in the order in which they are written.
void make_codes(const u8 *lengths, u32 symbols, u16 *codes);

// The bits of a code in the other direction.
ALWAYS_INLINE u32 reverse_bits(u32 code, u32 length) {
  code = (code & 0x5555) << 1 | ((code >> 1) & 0x5555);
  code = (code & 0x3333) << 2 | ((code >> 2) & 0x3333);
  code = (code & 0x0f0f) << 4 | ((code >> 4) & 0x0f0f);
  code = (code & 0x00ff) << 8 | ((code >> 8) & 0x00ff);
  return code >> (16 - length);
}

#endif
