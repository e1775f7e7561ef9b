#include "buffers.h"

u8 input[WINDOW + SEGMENT + MARGIN];
u8 output[OUTPUT + MARGIN];
