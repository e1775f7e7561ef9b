#include "crc32.h"

enum { STRIDE = 8, BYTES = 256 };

// The first table has the CRC of each byte, each further one that of the byte with one more zero byte behind it.
static u32 tables[STRIDE][BYTES];
static u32 prepared;

void set_polynomial(u32 polynomial) {
  if (polynomial == prepared) return;
  for (u32 byte = 0; byte < BYTES; byte++) {
    u32 crc = byte;
    for (u32 bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    tables[0][byte] = crc;
  }
  for (u32 row = 1; row < STRIDE; row++) {
    for (u32 byte = 0; byte < BYTES; byte++) {
      u32 crc = tables[row - 1][byte];
      tables[row][byte] = crc >> 8 ^ tables[0][crc & 255];
    }
  }
  prepared = polynomial;
}

u32 crc32(u32 crc, const u8 *bytes, u32 length) {
  const u8 *end = bytes + length;
  crc = ~crc;
  for (; end - bytes >= STRIDE; bytes += STRIDE) {
    u64 word = load64(bytes) ^ crc;
    crc = tables[7][word & 255] ^ tables[6][word >> 8 & 255] ^ tables[5][word >> 16 & 255] ^ tables[4][word >> 24 & 255] ^
          tables[3][word >> 32 & 255] ^ tables[2][word >> 40 & 255] ^ tables[1][word >> 48 & 255] ^ tables[0][word >> 56];
  }
  for (; bytes < end; bytes++) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
  return ~crc;
}
