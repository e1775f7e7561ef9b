#include "huffman.h"

enum {
  SYMBOL_BITS = 9,
  SYMBOL_MASK = (1 << SYMBOL_BITS) - 1,
};

// Sorts keys by their count, the part above the symbol. They come in the order of their symbols and equals keep it, so
// that the result is the same wherever it is computed.
static u32 *sort_keys(u32 *keys, u32 *spare, u32 used, u32 largest) {
  for (u32 shift = SYMBOL_BITS; largest >> shift > 0; shift += 8) {
    u32 starts[256] = {0};
    for (u32 i = 0; i < used; i++) starts[(keys[i] >> shift) & 255]++;
    for (u32 digit = 0, start = 0; digit < 256; digit++) {
      u32 many = starts[digit];
      starts[digit] = start;
      start += many;
    }
    for (u32 i = 0; i < used; i++) spare[starts[(keys[i] >> shift) & 255]++] = keys[i];
    u32 *sorted = spare;
    spare = keys;
    keys = sorted;
  }
  return keys;
}

// Counts the leaves of Huffman's tree at each depth; what lies deeper than `limit` counts as at it.
static void count_depths(const u32 *keys, u32 used, u32 limit, u32 *depths) {
  // Weights of inner nodes while they wait for a parent, then their parent, then their depth.
  u32 nodes[MAX_SYMBOLS];
  u32 leaf = 0, waiting = 0;
  for (u32 made = 0; made < used - 1; made++) {
    u32 weight = 0;
    for (u32 child = 0; child < 2; child++) {
      // A leaf goes before a node of the same weight: that keeps the tree flat.
      if (leaf < used && (waiting == made || keys[leaf] >> SYMBOL_BITS <= nodes[waiting])) {
        weight += keys[leaf++] >> SYMBOL_BITS;
      } else {
        weight += nodes[waiting];
        nodes[waiting++] = made;
      }
    }
    nodes[made] = weight;
  }
  for (u32 depth = 0; depth <= MAX_LENGTH; depth++) depths[depth] = 0;
  // From the root down: each inner node takes the place of one leaf and gives two, one level deeper.
  nodes[used - 2] = 0;
  depths[smaller(1, limit)] = 2;
  for (u32 i = used - 2; i-- > 0;) {
    u32 depth = nodes[nodes[i]] + 1;
    nodes[i] = depth;
    u32 at = smaller(depth, limit);
    // At the limit nothing can go deeper: the children stay, and the code is too full until it is mended.
    depths[at]--;
    depths[smaller(depth + 1, limit)] += 2;
  }
}

// Makes room where the limit has cut the tree: a shorter code gives its place to itself and to one from the limit.
static void mend_depths(u32 *depths, u32 limit) {
  u32 taken = 0;
  for (u32 depth = 1; depth <= limit; depth++) taken += depths[depth] << (limit - depth);
  for (; taken > 1u << limit; taken--) {
    u32 depth = limit - 1;
    while (depths[depth] == 0) depth--;
    depths[depth]--;
    depths[depth + 1] += 2;
    depths[limit]--;
  }
}

void make_lengths(const u32 *counts, u32 symbols, u32 limit, u8 *lengths) {
  u32 buffers[2][MAX_SYMBOLS];
  u32 *keys = buffers[0];
  u32 used = 0, largest = 0;
  for (u32 symbol = 0; symbol < symbols; symbol++) {
    lengths[symbol] = 0;
    if (counts[symbol] == 0) continue;
    u32 key = counts[symbol] << SYMBOL_BITS | symbol;
    if (key > largest) largest = key;
    keys[used++] = key;
  }
  if (used < 2) {
    u32 only = used == 0 ? 0 : keys[0] & SYMBOL_MASK;
    lengths[only] = 1;
    lengths[only == 0 ? 1 : 0] = 1;
    return;
  }
  keys = sort_keys(keys, buffers[1], used, largest);
  u32 depths[MAX_LENGTH + 1];
  count_depths(keys, used, limit, depths);
  mend_depths(depths, limit);
  for (u32 depth = limit, i = 0; depth > 0; depth--) {
    for (u32 many = depths[depth]; many > 0; many--) lengths[keys[i++] & SYMBOL_MASK] = (u8)depth;
  }
}

void make_codes(const u8 *lengths, u32 symbols, u16 *codes) {
  u32 depths[MAX_LENGTH + 1] = {0};
  u32 next[MAX_LENGTH + 1];
  for (u32 symbol = 0; symbol < symbols; symbol++) depths[lengths[symbol]]++;
  u32 code = 0;
  depths[0] = 0;
  for (u32 length = 1; length <= MAX_LENGTH; length++) {
    code = (code + depths[length - 1]) << 1;
    next[length] = code;
  }
  for (u32 symbol = 0; symbol < symbols; symbol++) {
    u32 length = lengths[symbol];
    codes[symbol] = length == 0 ? 0 : (u16)reverse_bits(next[length]++, length);
  }
}
