#include "buffers.h"

_Static_assert(INPUT >= WINDOW + SEGMENT && OUTPUT >= SEGMENT * 2, "a segment and what becomes of it have room");

u8 input[INPUT + MARGIN];
u8 output[OUTPUT + MARGIN];
