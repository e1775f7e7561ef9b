// Inflating a whole stream whose size is known. It gives the right bytes or says no, never why: whoever asked lets a
// slower decoder find that out. So everything unusual may be refused here.
#include "adler32.h"
#include "buffers.h"
#include "huffman.h"

// What a call shall do, as sums of these.
enum {
  IN_ZLIB = 1,
  // The stream may stop once all bytes are there, and what follows them does not matter.
  UNFINISHED = 2,
};

enum {
  LITERALS = 288,
  DISTANCES = 32,
  // What a header may have of them.
  MOST_LITERALS = 286,
  MOST_DISTANCES = 30,
  END_OF_BLOCK = 256,
  HEADER_SYMBOLS = 19,
  // Bits that the first look into a table takes.
  LITERAL_ROOT = 11,
  DISTANCE_ROOT = 8,
  HEADER_ROOT = 7,
  // No complete code needs more than 2342 and 402; building checks it all the same.
  LITERAL_ENTRIES = 2400,
  DISTANCE_ENTRIES = 448,
  // Bytes beyond the end of the input at which certainly more bits were used than there are: a word waits in between.
  BEYOND = 8,
};

// An entry of a decoding table. The lowest byte says how many bits the symbol takes, its extra bits included; the four
// bits above it how many of these are the code. The upper half has the literal, the length or the distance without
// extra bits, or where a second table begins.
enum {
  TAKES_MASK = 63,
  CODE_SHIFT = 8,
  CODE_MASK = 15,
  VALUE_SHIFT = 16,
  VALUE_MASK = 0x0fff,
  IS_END = 1 << 28,
  IS_SECOND = 1 << 29,
  // Only where there are no distances, which need this bit.
  IS_LITERAL = 1 << 30,
};
// Neither literal nor length nor distance: the end, a second table, or, if none of them, a code that means nothing.
#define IS_SPECIAL 0x80000000u
// One bit of code.
#define CODE_BIT (1u << CODE_SHIFT | 1u)

static const u8 header_order[HEADER_SYMBOLS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// What the entry of a symbol is but for the length of its code.
static u32 literal_entries[LITERALS];
static u32 distance_entries[DISTANCES];
static u32 header_entries[HEADER_SYMBOLS];

static u32 static_literals[LITERAL_ENTRIES];
static u32 static_distances[DISTANCE_ENTRIES];
static u32 dynamic_literals[LITERAL_ENTRIES];
static u32 dynamic_distances[DISTANCE_ENTRIES];
static u32 header_table[1 << HEADER_ROOT];
static u32 is_prepared;

// The bits that were read and not used yet: `count` of them are certain, those above are right or zero.
typedef struct {
  u64 bits;
  u32 count;
  const u8 *at;
} BitReader;

// Makes at least 56 bits certain.
ALWAYS_INLINE void refill(BitReader *reader) {
  reader->bits |= load64(reader->at) << reader->count;
  reader->at += (63 - reader->count) >> 3;
  reader->count |= 56;
}

ALWAYS_INLINE void drop_bits(BitReader *reader, u32 many) {
  reader->bits >>= many;
  reader->count -= many;
}

ALWAYS_INLINE u32 take_bits(BitReader *reader, u32 many) {
  u32 bits = (u32)reader->bits & ((1u << many) - 1);
  drop_bits(reader, many);
  return bits;
}

// Goes back to the first byte of which no bit was used.
ALWAYS_INLINE void align_to_byte(BitReader *reader) {
  reader->at -= reader->count >> 3;
  reader->bits = 0;
  reader->count = 0;
}

// The code that follows in canonical order, both with their bits reversed. There must be one.
ALWAYS_INLINE u32 next_code(u32 code, u32 length) {
  u32 top = 1u << (31 - __builtin_clz(code ^ ((1u << length) - 1)));
  return (code & (top - 1)) | top;
}

// Fills the decoding table of a code; refuses one that is too full, or has gaps where zlib allows none.
static u32 build_table(const u8 *lengths, u32 symbols, const u32 *entries, u32 root, u32 *table, u32 room) {
  u32 counts[MAX_LENGTH + 1] = {0};
  u32 starts[MAX_LENGTH + 2];
  u16 sorted[LITERALS];
  for (u32 symbol = 0; symbol < symbols; symbol++) counts[lengths[symbol]]++;
  u32 longest = MAX_LENGTH;
  while (longest > 0 && counts[longest] == 0) longest--;
  starts[1] = 0;
  int open = 1;
  for (u32 length = 1; length <= MAX_LENGTH; length++) {
    open = open * 2 - (int)counts[length];
    if (open < 0) return 0;
    starts[length + 1] = starts[length] + counts[length];
  }
  if (open > 0 && longest > 1) return 0;
  for (u32 symbol = 0; symbol < symbols; symbol++) {
    if (lengths[symbol] > 0) sorted[starts[lengths[symbol]]++] = (u16)symbol;
  }

  // A table for codes of some length is twice that for codes shorter by a bit, with the new codes written over it.
  const u16 *symbol = sorted;
  u32 code = 0;
  table[0] = IS_SPECIAL;
  for (u32 length = 1; length <= root; length++) {
    u32 half = 1u << (length - 1);
    __builtin_memcpy(table + half, table, half * sizeof *table);
    for (u32 many = counts[length]; many > 0; many--) {
      table[code] = entries[*symbol++] + length * CODE_BIT;
      // After the last code, which has all bits set, there is none.
      if (code != half * 2 - 1) code = next_code(code, length);
    }
  }
  if (longest <= root) return 1;

  u32 end = 1u << root;
  u32 start = 0, bits = 0;
  u32 prefix = end;
  for (u32 length = root + 1; length <= longest; length++) {
    for (; counts[length] > 0; counts[length]--) {
      if ((code & ((1u << root) - 1)) != prefix) {
        prefix = code & ((1u << root) - 1);
        bits = length - root;
        // As many bits as it takes until all codes with this prefix have their place.
        for (u32 taken = counts[length]; taken < 1u << bits && root + bits < longest;) {
          bits++;
          taken = taken * 2 + counts[root + bits];
        }
        start = end;
        end += 1u << bits;
        if (end > room) return 0;
        table[prefix] = IS_SPECIAL | IS_SECOND | start << VALUE_SHIFT | bits << CODE_SHIFT | root;
      }
      u32 entry = entries[*symbol++] + (length - root) * CODE_BIT;
      for (u32 at = code >> root; at < 1u << bits; at += 1u << (length - root)) table[start + at] = entry;
      if (code != (1u << length) - 1) code = next_code(code, length);
    }
  }
  return 1;
}

static void prepare(void) {
  if (is_prepared) return;
  for (u32 symbol = 0; symbol < END_OF_BLOCK; symbol++) literal_entries[symbol] = IS_LITERAL | symbol << VALUE_SHIFT;
  literal_entries[END_OF_BLOCK] = IS_SPECIAL | IS_END;
  u32 value = 3;
  for (u32 slot = 0; slot < 28; slot++) {
    u32 extra = slot < 8 ? 0 : slot / 4 - 1;
    literal_entries[END_OF_BLOCK + 1 + slot] = value << VALUE_SHIFT | extra;
    value += 1u << extra;
  }
  literal_entries[285] = 258 << VALUE_SHIFT;
  literal_entries[286] = literal_entries[287] = IS_SPECIAL;
  value = 1;
  for (u32 slot = 0; slot < MOST_DISTANCES; slot++) {
    u32 extra = slot < 4 ? 0 : slot / 2 - 1;
    distance_entries[slot] = value << VALUE_SHIFT | extra;
    value += 1u << extra;
  }
  distance_entries[30] = distance_entries[31] = IS_SPECIAL;
  for (u32 symbol = 0; symbol < HEADER_SYMBOLS; symbol++) header_entries[symbol] = symbol << VALUE_SHIFT;

  u8 lengths[LITERALS];
  for (u32 symbol = 0; symbol < LITERALS; symbol++) {
    lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  build_table(lengths, LITERALS, literal_entries, LITERAL_ROOT, static_literals, LITERAL_ENTRIES);
  for (u32 symbol = 0; symbol < DISTANCES; symbol++) lengths[symbol] = 5;
  build_table(lengths, DISTANCES, distance_entries, DISTANCE_ROOT, static_distances, DISTANCE_ENTRIES);
  is_prepared = 1;
}

// Reads the codes of a dynamic block into their tables. Uses less than 600 bytes, so it stays within the margin behind
// the input wherever it starts.
static u32 read_header(BitReader *reader) {
  u8 lengths[MOST_LITERALS + MOST_DISTANCES];
  refill(reader);
  u32 literals = take_bits(reader, 5) + 257;
  u32 distances = take_bits(reader, 5) + 1;
  u32 written = take_bits(reader, 4) + 4;
  if (literals > MOST_LITERALS || distances > MOST_DISTANCES) return 0;
  for (u32 i = 0; i < HEADER_SYMBOLS; i++) lengths[i] = 0;
  for (u32 i = 0; i < written; i++) {
    refill(reader);
    lengths[header_order[i]] = (u8)take_bits(reader, 3);
  }
  // A code of a single symbol, which zlib refuses here, cannot give lengths that pass what follows.
  if (!build_table(lengths, HEADER_SYMBOLS, header_entries, HEADER_ROOT, header_table, 1 << HEADER_ROOT)) return 0;
  u32 all = literals + distances;
  for (u32 i = 0; i < all;) {
    refill(reader);
    u32 entry = header_table[reader->bits & ((1 << HEADER_ROOT) - 1)];
    if (entry & IS_SPECIAL) return 0;
    drop_bits(reader, entry & TAKES_MASK);
    u32 symbol = entry >> VALUE_SHIFT;
    if (symbol < 16) {
      lengths[i++] = (u8)symbol;
      continue;
    }
    if (symbol == 16 && i == 0) return 0;
    u8 length = symbol == 16 ? lengths[i - 1] : 0;
    u32 run = symbol == 16 ? 3 + take_bits(reader, 2) : symbol == 17 ? 3 + take_bits(reader, 3) : 11 + take_bits(reader, 7);
    if (run > all - i) return 0;
    for (; run > 0; run--) lengths[i++] = length;
  }
  if (lengths[END_OF_BLOCK] == 0) return 0;
  return build_table(lengths, literals, literal_entries, LITERAL_ROOT, dynamic_literals, LITERAL_ENTRIES) &&
         build_table(lengths + literals, distances, distance_entries, DISTANCE_ROOT, dynamic_distances, DISTANCE_ENTRIES);
}

// The value of an entry with its extra bits, which are taken.
ALWAYS_INLINE u32 take_value(BitReader *reader, u32 entry) {
  u32 takes = entry & TAKES_MASK;
  u32 bits = ((u32)reader->bits & ((1u << takes) - 1)) >> ((entry >> CODE_SHIFT) & CODE_MASK);
  drop_bits(reader, takes);
  return (entry >> VALUE_SHIFT) + bits;
}

// The entry that the second table has, after the bits that led there.
ALWAYS_INLINE u32 look_further(BitReader *reader, const u32 *table, u32 entry) {
  drop_bits(reader, entry & TAKES_MASK);
  u32 bits = (u32)reader->bits & ((1u << ((entry >> CODE_SHIFT) & CODE_MASK)) - 1);
  return table[((entry >> VALUE_SHIFT) & VALUE_MASK) + bits];
}

// Copies a match, in words: up to 15 bytes more than wanted are written.
ALWAYS_INLINE void copy_match(u8 *to, u32 distance, u32 length) {
  const u8 *from = to - distance;
  const u8 *end = to + length;
  if (LIKELY(distance >= 8)) {
    // Most matches are no longer than two words, and to find out costs more than to copy them.
    store64(to, load64(from));
    store64(to + 8, load64(from + 8));
    for (to += 16, from += 16; to < end; to += 8, from += 8) store64(to, load64(from));
  } else if (distance == 1) {
    u64 word = 0x0101010101010101ull * *from;
    store64(to, word);
    store64(to + 8, word);
    for (to += 16; to < end; to += 8) store64(to, word);
  } else {
    // Of each word only the first `distance` bytes are right, and those after them are written again.
    for (; to < end; to += distance, from += distance) store64(to, load64(from));
  }
}

ALWAYS_INLINE u32 look_up_literal(const BitReader *reader, const u32 *literals) {
  return literals[reader->bits & ((1 << LITERAL_ROOT) - 1)];
}

ALWAYS_INLINE u8 *give_literal(BitReader *reader, u32 entry, u8 *to) {
  drop_bits(reader, entry & TAKES_MASK);
  *to = (u8)(entry >> VALUE_SHIFT);
  return to + 1;
}

// Decodes the symbols of a block up to its end, or until `to` passes `last`. Gives where the output ends, or nothing for
// a block that is wrong. Both buffers have margins larger than what one round can take and give.
static u8 *read_symbols(BitReader *source, const u8 *input_end, u8 *to, const u8 *last, const u32 *literals,
                        const u32 *distances, u32 *has_ended) {
  BitReader local = *source;
  BitReader *reader = &local;
  const u8 *input_last = input_end + BEYOND;
  refill(reader);
  u32 entry = look_up_literal(reader, literals);
  // Each round starts with 56 bits: two literals of the first table and a length take 42 at most, a distance 28.
  while (LIKELY(to <= last && reader->at <= input_last)) {
    if (entry & IS_LITERAL) {
      to = give_literal(reader, entry, to);
      entry = look_up_literal(reader, literals);
      if (entry & IS_LITERAL) {
        to = give_literal(reader, entry, to);
        entry = look_up_literal(reader, literals);
        if (entry & IS_LITERAL) {
          to = give_literal(reader, entry, to);
          refill(reader);
          entry = look_up_literal(reader, literals);
          continue;
        }
      }
    }
    if (UNLIKELY(entry & IS_SPECIAL)) {
      if (entry & IS_SECOND) entry = look_further(reader, literals, entry);
      if (entry & IS_LITERAL) {
        to = give_literal(reader, entry, to);
        refill(reader);
        entry = look_up_literal(reader, literals);
        continue;
      }
      if (entry & IS_SPECIAL) {
        if (!(entry & IS_END)) return 0;
        drop_bits(reader, entry & TAKES_MASK);
        *has_ended = 1;
        break;
      }
    }
    u32 length = take_value(reader, entry);
    refill(reader);
    entry = distances[reader->bits & ((1 << DISTANCE_ROOT) - 1)];
    if (UNLIKELY(entry & IS_SPECIAL)) {
      if (entry & IS_SECOND) entry = look_further(reader, distances, entry);
      if (entry & IS_SPECIAL) return 0;
    }
    u32 distance = take_value(reader, entry);
    if (UNLIKELY(distance > (u32)(to - output))) return 0;
    // The next symbol is looked up while the bytes are copied.
    refill(reader);
    entry = look_up_literal(reader, literals);
    copy_match(to, distance, length);
    to += length;
  }
  *source = local;
  return to;
}

// Whether no more bits were used than there are.
static u32 is_within(const BitReader *reader, const u8 *input_end) {
  return (u32)(reader->at - input) * 8 - reader->count <= (u32)(input_end - input) * 8;
}

// Reads blocks into `output` until all `size` bytes are there, and to the end of the stream where it must have one.
static u32 read_blocks(BitReader *reader, const u8 *input_end, u32 size, u32 is_unfinished) {
  u8 *to = output;
  u8 *output_end = output + size;
  for (u32 is_last = 0; !is_last;) {
    if (reader->at > input_end + BEYOND) return 0;
    refill(reader);
    is_last = take_bits(reader, 1);
    u32 kind = take_bits(reader, 2);
    if (kind == 0) {
      align_to_byte(reader);
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
      const u32 *literals = static_literals, *distances = static_distances;
      u32 has_ended = 0;
      if (kind == 3) return 0;
      if (kind == 2) {
        if (!read_header(reader)) return 0;
        literals = dynamic_literals;
        distances = dynamic_distances;
      }
      // What need not end stops with the last byte; else the end must follow it.
      to = read_symbols(reader, input_end, to, output_end - is_unfinished, literals, distances, &has_ended);
      if (to == 0 || !is_within(reader, input_end)) return 0;
      if (!has_ended && !is_unfinished) return 0;
      if (to > output_end && !is_unfinished) return 0;
    }
    if (is_unfinished && to >= output_end) return 1;
  }
  return to == output_end;
}

// Inflates `length` bytes of `input`; tells whether they gave exactly `size` bytes, which are in `output` then.
u32 inflate(u32 length, u32 size, u32 task) {
  if (length > INPUT || size > OUTPUT || size == 0) return 0;
  prepare();
  const u8 *input_end = input + length;
  BitReader reader = {0, 0, input};
  if (task & IN_ZLIB) {
    // Deflate with a window of 32 KiB, no preset dictionary, and a check that makes it a multiple of 31.
    if (length < 2 || input[0] != 0x78 || input[1] & 0x20 || (input[0] << 8 | input[1]) % 31 != 0) return 0;
    reader.at += 2;
  }
  if (!read_blocks(&reader, input_end, size, (task & UNFINISHED) != 0)) return 0;
  if (!(task & IN_ZLIB) || task & UNFINISHED) return 1;
  align_to_byte(&reader);
  if (reader.at > input_end || input_end - reader.at < 4) return 0;
  return __builtin_bswap32(load32(reader.at)) == adler32(1, output, size);
}
