// Tables that tell the symbol from the next bits of a stream.
#ifndef DECODE_TABLE_H
#define DECODE_TABLE_H

#include "bit-reader.h"

enum {
  LITERALS = 288,
  DISTANCES = 32,
  END_OF_BLOCK = 256,
  HEADER_SYMBOLS = 19,
  LONGEST_CODE = 15,
  // Bits that the first look into a table takes; longer codes lead to a second table behind the first.
  LITERAL_ROOT = 11,
  DISTANCE_ROOT = 8,
  HEADER_ROOT = 7,
  // No complete code needs more than 2342 and 402; building checks it all the same.
  LITERAL_ENTRIES = 2400,
  DISTANCE_ENTRIES = 448,
};

// An entry. All have in their six lowest bits how many bits the symbol takes, its extra bits included, and in the next
// six how many bits are before the extra ones: those of the code, and the spent ones.
//
//   literal, symbol of a header   17 the byte or symbol
//   length                        12 a mask of the extra bits, 17 the length without them
//   distance                      12 how many extra bits,      16 the distance without them
//   second table                   6 how many bits it takes,   12 where it begins
enum {
  BEFORE_SHIFT = 6,
  EXTRA_SHIFT = 12,
  EXTRA_MASK = 31,
  EXTRA_COUNT_MASK = 15,
  VALUE_SHIFT = 17,
  DISTANCE_SHIFT = 16,
  START_SHIFT = 12,
  START_MASK = 0x0fff,
  IS_END = 1 << 28,
  IS_SECOND = 1 << 29,
  // Only where there are no distances, which need this bit.
  IS_LITERAL = 1 << 30,
};
// Neither literal nor length nor distance: the end, a second table, or, if none of them, a code that means nothing.
#define IS_SPECIAL 0x80000000u

extern u32 literal_table[LITERAL_ENTRIES];
extern u32 distance_table[DISTANCE_ENTRIES];
extern u32 header_table[1 << HEADER_ROOT];

// How many symbols have codes of each length, and how many have none.
typedef struct {
  u32 of[LONGEST_CODE + 1];
} LengthCounts;

// Must be called before the others; only the first call costs something.
void prepare_tables(void);

// Each fills a table for codes of such lengths. They refuse a code that is too full, or has gaps where zlib allows none.
u32 build_literals(const u8 *lengths, u32 symbols, const LengthCounts *counts);
u32 build_distances(const u8 *lengths, u32 symbols, const LengthCounts *counts);
u32 build_header(const u8 *lengths, const LengthCounts *counts);

// Fills the tables with the code of static blocks, unless they have it.
void build_static(void);

ALWAYS_INLINE u32 look_up(const u32 *table, u32 root, const BitReader *reader) {
  u32 mask = ((1u << root) - 1) << SPENT;
  return *(const u32 *)((const u8 *)table + ((u32)reader->bits & mask));
}

// The entry of the second table, after the bits that led there.
ALWAYS_INLINE u32 look_further(const u32 *table, BitReader *reader, u32 entry) {
  drop_bits(reader, entry);
  u32 mask = (1u << ((entry >> BEFORE_SHIFT) & 15)) - 1;
  return table[((entry >> START_SHIFT) & START_MASK) + ((u32)(reader->bits >> SPENT) & mask)];
}

// What follows the code of an entry, with more behind it.
ALWAYS_INLINE u32 bits_behind(const BitReader *reader, u32 entry) {
  return (u32)(reader->bits >> ((entry >> BEFORE_SHIFT) & 63));
}

ALWAYS_INLINE u32 length_of(const BitReader *reader, u32 entry) {
  return (entry >> VALUE_SHIFT) + (bits_behind(reader, entry) & (entry >> EXTRA_SHIFT) & EXTRA_MASK);
}

ALWAYS_INLINE u32 distance_of(const BitReader *reader, u32 entry) {
  u32 mask = (1u << ((entry >> EXTRA_SHIFT) & EXTRA_COUNT_MASK)) - 1;
  return (entry >> DISTANCE_SHIFT) + (bits_behind(reader, entry) & mask);
}

#endif
