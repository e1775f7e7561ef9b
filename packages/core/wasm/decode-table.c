#include "decode-table.h"

#include <wasm_simd128.h>

enum { WIDEST_ROOT = LITERAL_ROOT };

// One bit of code.
#define CODE_BIT (1u << BEFORE_SHIFT | 1u)

u32 literal_table[LITERAL_ENTRIES];
u32 distance_table[DISTANCE_ENTRIES];
u32 header_table[1 << HEADER_ROOT];

// What the entry of a symbol is but for the length of its code.
static u32 literal_entries[LITERALS];
static u32 distance_entries[DISTANCES];
static u32 header_entries[HEADER_SYMBOLS];

// Each number with its bits in the other direction: codes are told from their first bit, which is read as the lowest.
static u16 reversed[1 << WIDEST_ROOT];

static u32 is_prepared;
static u32 has_static;

void prepare_tables(void) {
  if (is_prepared) return;
  for (u32 i = 1; i < 1 << WIDEST_ROOT; i++) {
    reversed[i] = (u16)(reversed[i >> 1] >> 1 | (i & 1) << (WIDEST_ROOT - 1));
  }
  u32 before = SPENT << BEFORE_SHIFT;
  for (u32 symbol = 0; symbol < END_OF_BLOCK; symbol++) {
    literal_entries[symbol] = IS_LITERAL | symbol << VALUE_SHIFT | before;
  }
  literal_entries[END_OF_BLOCK] = IS_SPECIAL | IS_END | before;
  u32 value = 3;
  for (u32 slot = 0; slot < 28; slot++) {
    u32 extra = slot < 8 ? 0 : slot / 4 - 1;
    u32 mask = (1u << extra) - 1;
    literal_entries[END_OF_BLOCK + 1 + slot] = value << VALUE_SHIFT | mask << EXTRA_SHIFT | before | extra;
    value += 1u << extra;
  }
  literal_entries[285] = 258 << VALUE_SHIFT | before;
  literal_entries[286] = literal_entries[287] = IS_SPECIAL | before;
  value = 1;
  for (u32 slot = 0; slot < 30; slot++) {
    u32 extra = slot < 4 ? 0 : slot / 2 - 1;
    distance_entries[slot] = value << DISTANCE_SHIFT | extra << EXTRA_SHIFT | before | extra;
    value += 1u << extra;
  }
  distance_entries[30] = distance_entries[31] = IS_SPECIAL | before;
  for (u32 symbol = 0; symbol < HEADER_SYMBOLS; symbol++) header_entries[symbol] = symbol << VALUE_SHIFT | before;
  is_prepared = 1;
}

// Writes the first half of a table over the second.
ALWAYS_INLINE void double_table(u32 *table, u32 half) {
  if (half < 4) {
    for (u32 i = 0; i < half; i++) table[half + i] = table[i];
    return;
  }
  // Never more than a few kilobytes: a copy by the engine costs a call out of the module.
  for (u32 i = 0; i < half; i += 4) wasm_v128_store(table + half + i, wasm_v128_load(table + i));
}

// Fills what codes longer than the root share with others: `place` is that of the first, as far as the root goes.
static u32 build_second(u32 *table, u32 root, u32 room, u32 *counts, u32 longest, const u16 *symbol, const u32 *entries,
                        u32 place) {
  u32 end = 1u << root;
  u32 start = 0, width = 0;
  // Codes in canonical order, in `longest` bits.
  u32 code = place >> (WIDEST_ROOT - root) << (longest - root);
  u32 prefix = end;
  for (u32 length = root + 1; length <= longest; length++) {
    for (; counts[length] > 0; counts[length]--, code += 1u << (longest - length)) {
      if (code >> (longest - root) != prefix) {
        prefix = code >> (longest - root);
        width = length - root;
        // As many bits as it takes until all codes with this prefix have their place.
        for (u32 taken = counts[length]; taken < 1u << width && root + width < longest;) {
          width++;
          taken = taken * 2 + counts[root + width];
        }
        start = end;
        end += 1u << width;
        if (end > room) return 0;
        u32 at = reversed[prefix << (WIDEST_ROOT - root)];
        table[at] = IS_SPECIAL | IS_SECOND | start << START_SHIFT | width << BEFORE_SHIFT | root;
      }
      u32 own = length - root;
      u32 rest = code >> (longest - length) & ((1u << own) - 1);
      u32 entry = entries[*symbol++] + own * CODE_BIT;
      for (u32 at = reversed[rest << (WIDEST_ROOT - own)]; at < 1u << width; at += 1u << own) table[start + at] = entry;
    }
  }
  return 1;
}

ALWAYS_INLINE u32 build_table(const u8 *lengths, u32 symbols, const LengthCounts *given, const u32 *entries, u32 root,
                              u32 *table, u32 room) {
  u32 counts[LONGEST_CODE + 1];
  u32 starts[LONGEST_CODE + 1];
  u16 sorted[LITERALS];
  u32 longest = 0, start = 0;
  int open = 1;
  starts[0] = 0;
  counts[0] = start = given->of[0];
  for (u32 length = 1; length <= LONGEST_CODE; length++) {
    u32 many = counts[length] = given->of[length];
    open = open * 2 - (int)many;
    if (open < 0) return 0;
    if (many > 0) longest = length;
    starts[length] = start;
    start += many;
  }
  if (open > 0 && longest > 1) return 0;
  // Those without a code come first and are left out then: to look at each would cost more.
  for (u32 symbol = 0; symbol < symbols; symbol++) sorted[starts[lengths[symbol]]++] = (u16)symbol;

  // A table for codes of some length is twice that for codes shorter by a bit, with the new codes written over it.
  const u16 *symbol = sorted + counts[0];
  u32 place = 0;
  table[0] = IS_SPECIAL;
  for (u32 length = 1; length <= root; length++) {
    double_table(table, 1u << (length - 1));
    u32 step = 1u << (WIDEST_ROOT - length);
    u32 code_bits = length * CODE_BIT;
    for (u32 many = counts[length]; many > 0; many--, place += step) {
      table[reversed[place]] = entries[*symbol++] + code_bits;
    }
  }
  return longest <= root || build_second(table, root, room, counts, longest, symbol, entries, place);
}

u32 build_literals(const u8 *lengths, u32 symbols, const LengthCounts *counts) {
  has_static = 0;
  return build_table(lengths, symbols, counts, literal_entries, LITERAL_ROOT, literal_table, LITERAL_ENTRIES);
}

u32 build_distances(const u8 *lengths, u32 symbols, const LengthCounts *counts) {
  has_static = 0;
  return build_table(lengths, symbols, counts, distance_entries, DISTANCE_ROOT, distance_table, DISTANCE_ENTRIES);
}

u32 build_header(const u8 *lengths, const LengthCounts *counts) {
  return build_table(lengths, HEADER_SYMBOLS, counts, header_entries, HEADER_ROOT, header_table, 1 << HEADER_ROOT);
}

void build_static(void) {
  if (has_static) return;
  u8 lengths[LITERALS];
  for (u32 symbol = 0; symbol < LITERALS; symbol++) {
    lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  build_literals(lengths, LITERALS, &(LengthCounts){.of = {[7] = 24, [8] = 152, [9] = 112}});
  for (u32 symbol = 0; symbol < DISTANCES; symbol++) lengths[symbol] = 5;
  build_distances(lengths, DISTANCES, &(LengthCounts){.of = {[5] = DISTANCES}});
  has_static = 1;
}
