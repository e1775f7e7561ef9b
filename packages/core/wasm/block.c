#include "block.h"

#include "huffman.h"

enum {
  STORED = 0,
  STATIC = 1,
  DYNAMIC = 2,
  LONGEST_STORED = 65535,
  LENGTH_SLOTS = 29,
  STATIC_LITERALS = 288,
  STATIC_DISTANCES = 30,
  // One less than deflate allows, so that four literals and what waits before them fit 64 bits.
  LITERAL_LIMIT = 14,
  DISTANCE_LIMIT = 15,
  HEADER_LIMIT = 7,
  HEADER_SYMBOLS = 19,
  REPEAT = 16,
  FEW_ZEROS = 17,
  MANY_ZEROS = 18,
};

static const u8 length_extra[LENGTH_SLOTS] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                              2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const u8 header_order[HEADER_SYMBOLS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

u8 length_slots[LONGEST_MATCH + 1];
static u16 slot_lengths[LENGTH_SLOTS];

// A code for literals and lengths, and one for distances.
typedef struct {
  u8 literal_lengths[STATIC_LITERALS];
  u8 distance_lengths[STATIC_DISTANCES];
  u16 literal_codes[STATIC_LITERALS];
  u16 distance_codes[STATIC_DISTANCES];
} Codes;

static Codes static_codes;
static Codes dynamic_codes;

// A symbol of the header with its extra bits, as they are written.
typedef struct {
  u8 symbol;
  u8 extra;
} HeaderItem;

// How the lengths of a dynamic code are written.
typedef struct {
  HeaderItem items[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
  u32 item_count;
  u32 literals;
  u32 distances;
  u32 lengths_written;
  u8 lengths[HEADER_SYMBOLS];
  u16 codes[HEADER_SYMBOLS];
  u32 bits;
} Header;

static Header header;

ALWAYS_INLINE u32 distance_extra(u32 slot) { return slot < 4 ? 0 : slot / 2 - 1; }

void prepare_blocks(void) {
  u32 length = SHORTEST_MATCH;
  for (u32 slot = 0; slot < LENGTH_SLOTS; slot++) {
    // The last slot is for the longest match alone, which the one before has room for but may not use.
    if (slot == LENGTH_SLOTS - 1) length = LONGEST_MATCH;
    slot_lengths[slot] = (u16)length;
    for (u32 i = 0; i < 1u << length_extra[slot] && length <= LONGEST_MATCH; i++) length_slots[length++] = (u8)slot;
  }
  for (u32 symbol = 0; symbol < STATIC_LITERALS; symbol++) {
    static_codes.literal_lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  for (u32 symbol = 0; symbol < STATIC_DISTANCES; symbol++) static_codes.distance_lengths[symbol] = 5;
  make_codes(static_codes.literal_lengths, STATIC_LITERALS, static_codes.literal_codes);
  make_codes(static_codes.distance_lengths, STATIC_DISTANCES, static_codes.distance_codes);
}

static u32 count_bits(const Counts *counts, const Codes *codes) {
  u32 bits = 0;
  for (u32 symbol = 0; symbol < LITERAL_SYMBOLS; symbol++) {
    bits += counts->literals[symbol] * codes->literal_lengths[symbol];
  }
  for (u32 slot = 0; slot < DISTANCE_SYMBOLS; slot++) {
    bits += counts->distances[slot] * codes->distance_lengths[slot];
  }
  return bits;
}

// The bits that lengths and distances have behind their codes, whatever these are.
static u32 count_extra_bits(const Counts *counts) {
  u32 bits = 0;
  for (u32 slot = 0; slot < LENGTH_SLOTS; slot++) {
    bits += counts->literals[END_OF_BLOCK + 1 + slot] * length_extra[slot];
  }
  for (u32 slot = 4; slot < DISTANCE_SYMBOLS; slot++) bits += counts->distances[slot] * distance_extra(slot);
  return bits;
}

ALWAYS_INLINE void add_item(u32 *counts, u32 symbol, u32 extra) {
  header.items[header.item_count++] = (HeaderItem){(u8)symbol, (u8)extra};
  counts[symbol]++;
}

static u32 header_extra(u32 symbol) {
  return symbol == REPEAT ? 2 : symbol == FEW_ZEROS ? 3 : symbol == MANY_ZEROS ? 7 : 0;
}

static void plan_header(const Codes *codes) {
  u8 lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
  u32 literals = LITERAL_SYMBOLS, distances = DISTANCE_SYMBOLS;
  while (codes->literal_lengths[literals - 1] == 0) literals--;
  while (distances > 1 && codes->distance_lengths[distances - 1] == 0) distances--;
  __builtin_memcpy(lengths, codes->literal_lengths, literals);
  __builtin_memcpy(lengths + literals, codes->distance_lengths, distances);
  u32 all = literals + distances;
  u32 counts[HEADER_SYMBOLS] = {0};
  header.item_count = 0;
  for (u32 i = 0; i < all;) {
    u32 length = lengths[i];
    u32 run = 1;
    while (i + run < all && lengths[i + run] == length) run++;
    i += run;
    if (length == 0) {
      for (; run >= 11; run -= smaller(run, 138)) add_item(counts, MANY_ZEROS, smaller(run, 138) - 11);
      if (run >= 3) {
        add_item(counts, FEW_ZEROS, run - 3);
        run = 0;
      }
    } else if (run >= 4) {
      add_item(counts, length, 0);
      for (run--; run >= 3; run -= smaller(run, 6)) add_item(counts, REPEAT, smaller(run, 6) - 3);
    }
    for (; run > 0; run--) add_item(counts, length, 0);
  }
  make_lengths(counts, HEADER_SYMBOLS, HEADER_LIMIT, header.lengths);
  make_codes(header.lengths, HEADER_SYMBOLS, header.codes);
  u32 written = HEADER_SYMBOLS;
  while (written > 4 && header.lengths[header_order[written - 1]] == 0) written--;
  header.bits = 5 + 5 + 4 + 3 * written;
  for (u32 symbol = 0; symbol < HEADER_SYMBOLS; symbol++) {
    header.bits += counts[symbol] * (header.lengths[symbol] + header_extra(symbol));
  }
  header.literals = literals;
  header.distances = distances;
  header.lengths_written = written;
}

static void write_header(BitWriter *writer) {
  add_bits(writer, header.literals - 257, 5);
  add_bits(writer, header.distances - 1, 5);
  add_bits(writer, header.lengths_written - 4, 4);
  push_bytes(writer);
  for (u32 i = 0; i < header.lengths_written; i++) {
    add_bits(writer, header.lengths[header_order[i]], 3);
    push_bytes(writer);
  }
  for (u32 i = 0; i < header.item_count; i++) {
    u32 symbol = header.items[i].symbol;
    add_bits(writer, header.codes[symbol], header.lengths[symbol]);
    add_bits(writer, header.items[i].extra, header_extra(symbol));
    push_bytes(writer);
  }
}

static void write_sequences(BitWriter *to, const Block *block, const Codes *codes) {
  // For each length its code with the extra bits behind it, and how many bits that is.
  static u32 match_bits[LONGEST_MATCH + 1];
  static u8 match_counts[LONGEST_MATCH + 1];
  for (u32 length = SHORTEST_MATCH; length <= LONGEST_MATCH; length++) {
    u32 slot = length_slots[length];
    u32 symbol = END_OF_BLOCK + 1 + slot;
    u32 code_length = codes->literal_lengths[symbol];
    match_bits[length] = codes->literal_codes[symbol] | (length - slot_lengths[slot]) << code_length;
    match_counts[length] = (u8)(code_length + length_extra[slot]);
  }
  const u8 *literal_lengths = codes->literal_lengths;
  const u16 *literal_codes = codes->literal_codes;
  BitWriter local = *to;
  BitWriter *writer = &local;
  const u8 *at = block->bytes;
  const Sequence *end = block->sequences + block->sequence_count;
  for (const Sequence *sequence = block->sequences; sequence < end; sequence++) {
    u32 run = sequence->literals;
    for (; run >= 4; run -= 4, at += 4) {
      add_bits(writer, literal_codes[at[0]], literal_lengths[at[0]]);
      add_bits(writer, literal_codes[at[1]], literal_lengths[at[1]]);
      add_bits(writer, literal_codes[at[2]], literal_lengths[at[2]]);
      add_bits(writer, literal_codes[at[3]], literal_lengths[at[3]]);
      push_bytes(writer);
    }
    for (; run > 0; run--, at++) add_bits(writer, literal_codes[at[0]], literal_lengths[at[0]]);
    push_bytes(writer);
    u32 length = sequence->length;
    if (length == 0) continue;
    u32 distance = sequence->distance;
    u32 slot = distance_slot(distance);
    u32 extra = distance_extra(slot);
    add_bits(writer, match_bits[length], match_counts[length]);
    add_bits(writer, codes->distance_codes[slot], codes->distance_lengths[slot]);
    add_bits(writer, (distance - 1) & ((1u << extra) - 1), extra);
    push_bytes(writer);
    at += length;
  }
  add_bits(writer, literal_codes[END_OF_BLOCK], literal_lengths[END_OF_BLOCK]);
  push_bytes(writer);
  *to = local;
}

void write_stored(BitWriter *writer, const u8 *bytes, u32 length, u32 is_last) {
  do {
    u32 piece = smaller(length, LONGEST_STORED);
    length -= piece;
    add_bits(writer, (is_last && length == 0) | STORED << 1, 3);
    align_to_byte(writer);
    add_bits(writer, piece | (~piece & 0xffff) << 16, 32);
    push_bytes(writer);
    __builtin_memcpy(writer->at, bytes, piece);
    writer->at += piece;
    bytes += piece;
  } while (length > 0);
}

static u64 count_stored_bits(u32 waiting, u32 length) {
  u32 blocks = length == 0 ? 1 : (length + LONGEST_STORED - 1) / LONGEST_STORED;
  u32 first = (waiting + 3 + 7) / 8 * 8 - waiting;
  return first + 32 + (blocks - 1) * 40 + (u64)length * 8;
}

void write_block(BitWriter *writer, const Block *block, u32 is_last) {
  const Counts *counts = block->counts;
  make_lengths(counts->literals, LITERAL_SYMBOLS, LITERAL_LIMIT, dynamic_codes.literal_lengths);
  make_lengths(counts->distances, DISTANCE_SYMBOLS, DISTANCE_LIMIT, dynamic_codes.distance_lengths);
  plan_header(&dynamic_codes);
  u32 extra_bits = count_extra_bits(counts);
  u32 dynamic_bits = 3 + header.bits + count_bits(counts, &dynamic_codes) + extra_bits;
  u32 static_bits = 3 + count_bits(counts, &static_codes) + extra_bits;
  if (count_stored_bits(writer->count, block->length) <= smaller(static_bits, dynamic_bits)) {
    write_stored(writer, block->bytes, block->length, is_last);
  } else if (static_bits <= dynamic_bits) {
    add_bits(writer, is_last | STATIC << 1, 3);
    write_sequences(writer, block, &static_codes);
  } else {
    make_codes(dynamic_codes.literal_lengths, LITERAL_SYMBOLS, dynamic_codes.literal_codes);
    make_codes(dynamic_codes.distance_lengths, DISTANCE_SYMBOLS, dynamic_codes.distance_codes);
    add_bits(writer, is_last | DYNAMIC << 1, 3);
    write_header(writer);
    write_sequences(writer, block, &dynamic_codes);
  }
}
