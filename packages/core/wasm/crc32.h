#ifndef CRC32_H
#define CRC32_H

#include "bytes.h"

// Sets the reflected polynomial of the checksums that follow.
void set_polynomial(u32 polynomial);

// The CRC of some bytes that follow those with the checksum `crc`; 0 at the start.
u32 crc32(u32 crc, const u8 *bytes, u32 length);

#endif
