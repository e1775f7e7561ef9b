#ifndef INFLATE_H
#define INFLATE_H

#include "bytes.h"

// What inflating shall do, as sums of these.
enum {
  IN_ZLIB = 1,
  // The stream may stop once all bytes are there, and what follows them does not matter.
  UNFINISHED = 2,
};

// Tells whether a stream gives exactly `size` bytes, which are at `to` then. Behind both, MARGIN bytes may be touched,
// those of the output written.
u32 inflate_stream(const u8 *from, u32 length, u8 *to, u32 size, u32 task);

#endif
