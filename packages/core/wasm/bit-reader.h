#ifndef BIT_READER_H
#define BIT_READER_H

#include "bytes.h"

enum {
  // Bits at the bottom of the word that were used already. With them, the bits of a code and zeros below make the
  // distance in bytes of an entry from the start of its table, so that no look-up has to multiply.
  SPENT = 2,
};

// The bits that were read and not used yet, above the last ones that were. The six lowest bits of `count` say how many
// are certain, with those that are spent; the bits above are right or zero. What is above in `count` means nothing.
typedef struct {
  u64 bits;
  u64 count;
  const u8 *at;
} BitReader;

ALWAYS_INLINE BitReader start_reading(const u8 *at) { return (BitReader){0, SPENT, at}; }

// Makes at least 54 bits certain. Touches 8 bytes.
ALWAYS_INLINE void refill(BitReader *reader) {
  reader->bits |= load64(reader->at) << (reader->count & 63);
  reader->at += 7 - ((u32)(reader->count >> 3) & 7);
  reader->count |= 56;
}

// Drops as many bits as the lowest six of `many` say, whatever is above them: shifts look at no more either.
ALWAYS_INLINE void drop_bits(BitReader *reader, u64 many) {
  reader->bits >>= many & 63;
  reader->count -= many;
}

ALWAYS_INLINE u32 take_bits(BitReader *reader, u32 many) {
  u32 bits = (u32)(reader->bits >> SPENT) & ((1u << many) - 1);
  drop_bits(reader, many);
  return bits;
}

// How many bits were read and not used.
ALWAYS_INLINE u32 count_unused(const BitReader *reader) { return ((u32)reader->count & 63) - SPENT; }

// Goes back to the first byte of which no bit was used.
ALWAYS_INLINE void align_to_next_byte(BitReader *reader) {
  *reader = start_reading(reader->at - (count_unused(reader) >> 3));
}

#endif
