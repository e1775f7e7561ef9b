// Numbers, and words at any address. WebAssembly is little-endian wherever it runs, and so is the bit order of deflate.
#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

ALWAYS_INLINE u32 load32(const u8 *at) {
  u32 word;
  __builtin_memcpy(&word, at, 4);
  return word;
}

ALWAYS_INLINE u64 load64(const u8 *at) {
  u64 word;
  __builtin_memcpy(&word, at, 8);
  return word;
}

ALWAYS_INLINE void store64(u8 *at, u64 word) { __builtin_memcpy(at, &word, 8); }

ALWAYS_INLINE u32 smaller(u32 a, u32 b) { return a < b ? a : b; }

#endif
