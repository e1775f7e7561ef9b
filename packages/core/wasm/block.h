// One block of deflate: what it consists of, and the smallest way to write it.
#ifndef BLOCK_H
#define BLOCK_H

#include "bit-writer.h"

enum {
  END_OF_BLOCK = 256,
  // Codes for literals, the end and lengths, and for distances. The static code has two more of each, which mean nothing.
  LITERAL_SYMBOLS = 286,
  DISTANCE_SYMBOLS = 30,
  SHORTEST_MATCH = 3,
  LONGEST_MATCH = 258,
};

// Some literals, and a match after them; of length 0 where there is none.
typedef struct {
  u32 literals;
  u16 length;
  u16 distance;
} Sequence;

typedef struct {
  u32 literals[LITERAL_SYMBOLS];
  u32 distances[DISTANCE_SYMBOLS];
} Counts;

// The part of a segment that becomes one block.
typedef struct {
  const u8 *bytes;
  u32 length;
  const Sequence *sequences;
  u32 sequence_count;
  // With one end of block.
  Counts *counts;
} Block;

// For each length the number of its symbol after `END_OF_BLOCK + 1`.
extern u8 length_slots[LONGEST_MATCH + 1];

ALWAYS_INLINE u32 distance_slot(u32 distance) {
  u32 rest = distance - 1;
  if (rest < 4) return rest;
  u32 top = 31 - (u32)__builtin_clz(rest);
  return top * 2 + ((rest >> (top - 1)) & 1);
}

// Must be called once before the others.
void prepare_blocks(void);

void write_block(BitWriter *writer, const Block *block, u32 is_last);

// Writes bytes as they are: at least one block, even for none.
void write_stored(BitWriter *writer, const u8 *bytes, u32 length, u32 is_last);

#endif
