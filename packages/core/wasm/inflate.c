// Inflating a whole stream whose size is known. It gives the right bytes or says no, never why: whoever asked lets a
// slower decoder find that out. So everything unusual may be refused here.
#include <wasm_simd128.h>

#include "adler32.h"
#include "buffers.h"
#include "decode-table.h"
#include "inflate.h"

enum {
  // What a header may have of them.
  MOST_LITERALS = 286,
  MOST_DISTANCES = 30,
  // Bytes beyond the end of the input at which certainly more bits were used than there are: a word waits in between.
  BEYOND = 8,
  LANES = 16,
};

static const u8 header_order[HEADER_SYMBOLS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// For each distance shorter than a vector which of the bytes from there on come one after another, and how far they go
// before the last of them is cut off.
#define BYTES_OF(d)                                                                                                    \
  {0 % d, 1 % d, 2 % d, 3 % d, 4 % d, 5 % d, 6 % d, 7 % d, 8 % d, 9 % d, 10 % d, 11 % d, 12 % d, 13 % d, 14 % d, 15 % d}
static const u8 patterns[LANES][LANES] = {
    {0},         BYTES_OF(1), BYTES_OF(2),  BYTES_OF(3),  BYTES_OF(4),  BYTES_OF(5),  BYTES_OF(6),  BYTES_OF(7),
    BYTES_OF(8), BYTES_OF(9), BYTES_OF(10), BYTES_OF(11), BYTES_OF(12), BYTES_OF(13), BYTES_OF(14), BYTES_OF(15),
};
static const u8 pattern_steps[LANES] = {16, 16, 16, 15, 16, 15, 12, 14, 16, 9, 10, 11, 12, 13, 14, 15};

// Reads the lengths of the codes that give the lengths of the others.
static u32 read_header_code(BitReader *reader, u32 written) {
  u8 lengths[HEADER_SYMBOLS] = {0};
  LengthCounts counts = {{HEADER_SYMBOLS - written}};
  for (u32 i = 0; i < written; i++) {
    refill(reader);
    u32 length = take_bits(reader, 3);
    lengths[header_order[i]] = (u8)length;
    counts.of[length]++;
  }
  // A code of a single symbol, which zlib refuses here, cannot give lengths that pass what follows.
  return build_header(lengths, &counts);
}

// Reads the codes of a dynamic block into their tables. Uses less than 600 bytes, so it stays within the margin behind
// the input wherever it starts.
static u32 read_header(BitReader *reader) {
  u8 lengths[MOST_LITERALS + MOST_DISTANCES];
  // Counted on the way, where a run counts at once; what belongs to the distances is taken out at the end.
  LengthCounts literal_counts = {{0}}, distance_counts = {{0}};
  refill(reader);
  u32 literals = take_bits(reader, 5) + 257;
  u32 distances = take_bits(reader, 5) + 1;
  u32 written = take_bits(reader, 4) + 4;
  if (literals > MOST_LITERALS || distances > MOST_DISTANCES || !read_header_code(reader, written)) return 0;
  u32 all = literals + distances;
  for (u32 i = 0; i < all;) {
    refill(reader);
    u32 entry = look_up(header_table, HEADER_ROOT, reader);
    if (entry & IS_SPECIAL) return 0;
    drop_bits(reader, entry);
    u32 symbol = entry >> VALUE_SHIFT;
    if (symbol < 16) {
      lengths[i++] = (u8)symbol;
      literal_counts.of[symbol]++;
      continue;
    }
    if (symbol == 16 && i == 0) return 0;
    u8 length = symbol == 16 ? lengths[i - 1] : 0;
    u32 run = symbol == 16 ? 3 + take_bits(reader, 2) : symbol == 17 ? 3 + take_bits(reader, 3) : 11 + take_bits(reader, 7);
    if (run > all - i) return 0;
    literal_counts.of[length] += run;
    for (; run > 0; run--) lengths[i++] = length;
  }
  if (lengths[END_OF_BLOCK] == 0) return 0;
  for (u32 i = literals; i < all; i++) {
    distance_counts.of[lengths[i]]++;
    literal_counts.of[lengths[i]]--;
  }
  return build_literals(lengths, literals, &literal_counts) &&
         build_distances(lengths + literals, distances, &distance_counts);
}

// Copies a match, in vectors: up to 31 bytes more than wanted are written.
ALWAYS_INLINE void copy_match(u8 *to, u32 distance, u32 length) {
  const u8 *from = to - distance;
  const u8 *end = to + length;
  if (LIKELY(distance >= LANES)) {
    // Most matches are no longer than two vectors, and to find out costs more than to copy them.
    wasm_v128_store(to, wasm_v128_load(from));
    wasm_v128_store(to + LANES, wasm_v128_load(from + LANES));
    for (to += 2 * LANES, from += 2 * LANES; UNLIKELY(to < end); to += LANES, from += LANES) {
      wasm_v128_store(to, wasm_v128_load(from));
    }
  } else {
    v128_t pattern = wasm_i8x16_swizzle(wasm_v128_load(from), wasm_v128_load(patterns[distance]));
    u32 step = pattern_steps[distance];
    wasm_v128_store(to, pattern);
    for (to += step; to < end; to += step) wasm_v128_store(to, pattern);
  }
}

ALWAYS_INLINE u32 look_up_literal(const BitReader *reader) { return look_up(literal_table, LITERAL_ROOT, reader); }

ALWAYS_INLINE u8 *give_literal(BitReader *reader, u32 entry, u8 *to) {
  drop_bits(reader, entry);
  *to = (u8)(entry >> VALUE_SHIFT);
  return to + 1;
}

// Decodes the symbols of a block up to its end, or until `to` passes `last`; the file begins at `start`. Gives where the output ends, or nothing for
// a block that is wrong. Both buffers have margins larger than what one round can take and give.
static u8 *read_symbols(BitReader *source, const u8 *input_end, const u8 *start, u8 *to, const u8 *last,
                        u32 *has_ended) {
  BitReader local = *source;
  BitReader *reader = &local;
  const u8 *input_last = input_end + BEYOND;
  refill(reader);
  u32 entry = look_up_literal(reader);
  // Each round starts with 54 bits: two literals of the first table and a length take 42 at most, a distance 28.
  while (LIKELY(to <= last && reader->at <= input_last)) {
    if (entry & IS_LITERAL) {
      to = give_literal(reader, entry, to);
      entry = look_up_literal(reader);
      if (entry & IS_LITERAL) {
        to = give_literal(reader, entry, to);
        entry = look_up_literal(reader);
        if (entry & IS_LITERAL) {
          to = give_literal(reader, entry, to);
          refill(reader);
          entry = look_up_literal(reader);
          continue;
        }
      }
    }
    if (UNLIKELY(entry & IS_SPECIAL)) {
      if (entry & IS_SECOND) entry = look_further(literal_table, reader, entry);
      if (entry & IS_LITERAL) {
        to = give_literal(reader, entry, to);
        refill(reader);
        entry = look_up_literal(reader);
        continue;
      }
      if (entry & IS_SPECIAL) {
        if (!(entry & IS_END)) return 0;
        drop_bits(reader, entry);
        *has_ended = 1;
        break;
      }
    }
    u32 length = length_of(reader, entry);
    drop_bits(reader, entry);
    refill(reader);
    entry = look_up(distance_table, DISTANCE_ROOT, reader);
    if (UNLIKELY(entry & IS_SPECIAL)) {
      if (entry & IS_SECOND) entry = look_further(distance_table, reader, entry);
      if (entry & IS_SPECIAL) return 0;
    }
    u32 distance = distance_of(reader, entry);
    drop_bits(reader, entry);
    if (UNLIKELY(distance > (u32)(to - start))) return 0;
    // The next symbol is looked up while the bytes are copied.
    refill(reader);
    entry = look_up_literal(reader);
    copy_match(to, distance, length);
    to += length;
  }
  *source = local;
  return to;
}

// Whether no more bits were used than there are.
static u32 is_within(const BitReader *reader, const u8 *input_end) {
  return (int)(reader->at - input_end) * 8 <= (int)count_unused(reader);
}

// Reads blocks into `start` until all `size` bytes are there, and to the end of the stream where it must have one.
static u32 read_blocks(BitReader *reader, const u8 *input_end, u8 *start, u32 size, u32 is_unfinished) {
  u8 *to = start;
  u8 *output_end = start + size;
  for (u32 is_last = 0; !is_last;) {
    if (reader->at > input_end + BEYOND) return 0;
    refill(reader);
    is_last = take_bits(reader, 1);
    u32 kind = take_bits(reader, 2);
    if (kind == 0) {
      align_to_next_byte(reader);
      if (reader->at > input_end || input_end - reader->at < 4) return 0;
      u32 head = load32(reader->at);
      u32 length = head & 0xffff;
      u32 room = (u32)(output_end - to);
      reader->at += 4;
      if (length != (~head >> 16)) return 0;
      if (length > room) {
        if (!is_unfinished) return 0;
        length = room;
      }
      if (length > (u32)(input_end - reader->at)) return 0;
      __builtin_memcpy(to, reader->at, length);
      reader->at += length;
      to += length;
    } else {
      u32 has_ended = 0;
      if (kind == 3) return 0;
      if (kind == 1) build_static();
      else if (!read_header(reader)) return 0;
      // What need not end stops with the last byte; else the end must follow it.
      to = read_symbols(reader, input_end, start, to, output_end - is_unfinished, &has_ended);
      if (to == 0 || !is_within(reader, input_end)) return 0;
      if (!has_ended && !is_unfinished) return 0;
      if (to > output_end && !is_unfinished) return 0;
    }
    if (is_unfinished && to >= output_end) return 1;
  }
  return to == output_end;
}

u32 inflate_stream(const u8 *from, u32 length, u8 *to, u32 size, u32 task) {
  prepare_tables();
  const u8 *input_end = from + length;
  BitReader reader = start_reading(from);
  if (task & IN_ZLIB) {
    // Deflate with a window of 32 KiB, no preset dictionary, and a check that makes it a multiple of 31.
    if (length < 2 || from[0] != 0x78 || from[1] & 0x20 || (from[0] << 8 | from[1]) % 31 != 0) return 0;
    reader.at += 2;
  }
  if (!read_blocks(&reader, input_end, to, size, (task & UNFINISHED) != 0)) return 0;
  if (!(task & IN_ZLIB) || task & UNFINISHED) return 1;
  align_to_next_byte(&reader);
  if (reader.at > input_end || input_end - reader.at < 4) return 0;
  return __builtin_bswap32(load32(reader.at)) == adler32(1, to, size);
}

// Inflates `length` bytes of `input`; tells whether they gave exactly `size` bytes, which are in `output` then.
u32 inflate(u32 length, u32 size, u32 task) {
  if (length > INPUT || size > OUTPUT || size == 0) return 0;
  return inflate_stream(input, length, output, size, task);
}
