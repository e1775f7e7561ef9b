#include "adler32.h"

#include <wasm_simd128.h>

enum {
  MODULUS = 65521,
  BLOCK = 16,
  // Blocks that are summed in lanes of 16 bits: the sum of sums reaches 255 * 22 * 21 / 2, which still fits.
  STRIDE = 22,
  // Blocks until the sums are reduced: `high` stays below 2^32, which 5,552 bytes would be the most for.
  REDUCED = STRIDE * 15,
};

// Pairs of lanes of 16 bits, added up in 32.
ALWAYS_INLINE v128_t add_pairs(v128_t lanes) { return wasm_u32x4_extadd_pairwise_u16x8(lanes); }

ALWAYS_INLINE u32 add_lanes(v128_t lanes) {
  return wasm_u32x4_extract_lane(lanes, 0) + wasm_u32x4_extract_lane(lanes, 1) + wasm_u32x4_extract_lane(lanes, 2) +
         wasm_u32x4_extract_lane(lanes, 3);
}

u32 adler32(u32 adler, const u8 *bytes, u32 length) {
  const v128_t first_weights = wasm_i16x8_const(16, 15, 14, 13, 12, 11, 10, 9);
  const v128_t second_weights = wasm_i16x8_const(8, 7, 6, 5, 4, 3, 2, 1);
  const v128_t zero = wasm_i32x4_const_splat(0);
  u32 low = adler & 0xffff;
  u32 high = adler >> 16;
  while (length >= BLOCK) {
    u32 blocks = smaller(length / BLOCK, REDUCED);
    length -= blocks * BLOCK;
    high += low * blocks * BLOCK;
    v128_t lows = zero, highs = zero;
    while (blocks > 0) {
      u32 stride = smaller(blocks, STRIDE);
      blocks -= stride;
      highs = wasm_i32x4_add(highs, wasm_i32x4_mul(lows, wasm_u32x4_splat(stride * BLOCK)));
      // Columns of the block, and for each the sum of what it was before each block.
      v128_t first = zero, second = zero, first_sums = zero, second_sums = zero;
      for (; stride > 0; stride--, bytes += BLOCK) {
        v128_t block = wasm_v128_load(bytes);
        first_sums = wasm_i16x8_add(first_sums, first);
        second_sums = wasm_i16x8_add(second_sums, second);
        first = wasm_i16x8_add(first, wasm_u16x8_extend_low_u8x16(block));
        second = wasm_i16x8_add(second, wasm_u16x8_extend_high_u8x16(block));
      }
      // Byte i of a block counts 16 - i times for its own block, and 16 times for each block that follows.
      v128_t sums = wasm_i32x4_add(add_pairs(first_sums), add_pairs(second_sums));
      highs = wasm_i32x4_add(highs, wasm_i32x4_shl(sums, 4));
      highs = wasm_i32x4_add(highs, wasm_i32x4_dot_i16x8(first, first_weights));
      highs = wasm_i32x4_add(highs, wasm_i32x4_dot_i16x8(second, second_weights));
      lows = wasm_i32x4_add(lows, wasm_i32x4_add(add_pairs(first), add_pairs(second)));
    }
    high = (high + add_lanes(highs)) % MODULUS;
    low = (low + add_lanes(lows)) % MODULUS;
  }
  for (; length > 0; length--) {
    low += *bytes++;
    high += low;
  }
  return (high % MODULUS) << 16 | low % MODULUS;
}
