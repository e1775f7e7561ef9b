#ifndef BIT_WRITER_H
#define BIT_WRITER_H

#include "bytes.h"

// Bits that wait until there are whole bytes of them, and where these go.
typedef struct {
  u64 bits;
  u32 count;
  u8 *at;
} BitWriter;

// Adds bits; what has been added since the last `push_bytes`, with 7 bits from before it, must fit 64.
ALWAYS_INLINE void add_bits(BitWriter *writer, u64 bits, u32 count) {
  writer->bits |= bits << writer->count;
  writer->count += count;
}

// Writes the whole bytes there are. Touches 8 bytes, whatever their number.
ALWAYS_INLINE void push_bytes(BitWriter *writer) {
  store64(writer->at, writer->bits);
  writer->at += writer->count >> 3;
  // Never a shift by 64, since no more than 63 bits wait.
  writer->bits >>= writer->count & 56;
  writer->count &= 7;
}

ALWAYS_INLINE void align_to_byte(BitWriter *writer) {
  writer->count = (writer->count + 7) & ~7u;
  push_bytes(writer);
}

#endif
