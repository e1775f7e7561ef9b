#include "adler32.h"

enum {
  MODULUS = 65521,
  // Words that are summed in lanes of 16 bits: the sum of sums reaches 255 * 22 * 21 / 2, which still fits.
  STRIDE = 22,
  // Strides until the sums are reduced: both stay far below 2^32.
  STRIDES = 24,
};

static const u64 even_bytes = 0x00ff00ff00ff00ff;

// Adds up four lanes of 16 bits, whose sum must fit 32 bits but need not fit 16.
ALWAYS_INLINE u32 add_lanes(u64 lanes) {
  u64 pairs = (lanes & 0x0000ffff0000ffff) + ((lanes >> 16) & 0x0000ffff0000ffff);
  return (u32)pairs + (u32)(pairs >> 32);
}

// Adds up the lanes times 6, 4, 2 and 0, the first one counting most.
ALWAYS_INLINE u32 weigh_lanes(u64 lanes) {
  return (u32)(lanes & 0xffff) * 6 + (u32)((lanes >> 16) & 0xffff) * 4 + (u32)((lanes >> 32) & 0xffff) * 2;
}

u32 adler32(u32 adler, const u8 *bytes, u32 length) {
  u32 low = adler & 0xffff;
  u32 high = adler >> 16;
  while (length >= STRIDE * 8) {
    u32 strides = smaller(length / (STRIDE * 8), STRIDES);
    length -= strides * STRIDE * 8;
    for (; strides > 0; strides--) {
      u64 even = 0, odd = 0, even_sums = 0, odd_sums = 0;
      for (u32 i = 0; i < STRIDE; i++, bytes += 8) {
        u64 word = load64(bytes);
        even_sums += even;
        odd_sums += odd;
        even += word & even_bytes;
        odd += (word >> 8) & even_bytes;
      }
      // Byte i of a word counts 8 - i times for its own word, and 8 times for each word that follows.
      high += low * STRIDE * 8 + 8 * (add_lanes(even_sums) + add_lanes(odd_sums));
      high += weigh_lanes(even) + 2 * add_lanes(even) + weigh_lanes(odd) + add_lanes(odd);
      low += add_lanes(even) + add_lanes(odd);
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  for (; length > 0; length--) {
    low += *bytes++;
    high += low;
  }
  return (high % MODULUS) << 16 | low % MODULUS;
}
