// The memory that the host shares with each module: it writes input, calls, and reads output.
#ifndef BUFFERS_H
#define BUFFERS_H

#include "bytes.h"

enum {
  // How far back a match of deflate may reach.
  WINDOW = 32768,
  // Plain bytes that are compressed at a time. It decides where blocks end, and so it is part of the format of `fast`.
  SEGMENT = 1 << 20,
  // Room behind each buffer that word-wise reads and writes may touch.
  MARGIN = 1024,
#ifdef INFLATING
  // The longest stream, and the most that it may give.
  INPUT = 2 << 20,
  OUTPUT = 4 << 20,
#else
  // A segment and the bytes before it. Its blocks are never larger than stored ones, which cost 5 bytes for each 65,535.
  INPUT = WINDOW + SEGMENT,
  OUTPUT = 2 * SEGMENT,
#endif
};

// Deflating: the bytes before the segment, right-aligned in the first WINDOW, then the segment. Inflating: the stream.
extern u8 input[INPUT + MARGIN];
extern u8 output[OUTPUT + MARGIN];

#endif
