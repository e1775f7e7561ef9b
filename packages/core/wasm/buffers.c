#include "buffers.h"

_Static_assert(OUTPUT >= SEGMENT * 2, "what becomes of a segment has room");

u8 input[INPUT + MARGIN];
u8 output[OUTPUT + MARGIN];
