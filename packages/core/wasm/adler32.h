#ifndef ADLER32_H
#define ADLER32_H

#include "bytes.h"

// The Adler-32 of some bytes that follow those with the checksum `adler`; 1 at the start.
u32 adler32(u32 adler, const u8 *bytes, u32 length);

#endif
