/* processor.h: what generated code may use of this processor. */
#ifndef AM_ENGINE_PROCESSOR_H
#define AM_ENGINE_PROCESSOR_H

#include "base/arena.h"

/* The most lanes: 8 with AVX-512, 4 with AVX2 and FMA, 1 without. */
int am_processor_lanes(void);

/* A text that differs where compiled code may. */
const char *am_processor_identity(am_arena *arena);

#endif
