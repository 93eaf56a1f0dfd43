/* advance.h: a call of `advance`: pieces of points that stream through the
 * devices; internal to cuda. */
#ifndef AM_CUDA_ADVANCE_H
#define AM_CUDA_ADVANCE_H

#include "cuda/program.h"

/* Points 0 … count - 1; program->failure says whether they are done. */
void am_cuda_advance(am_engine_program *program, const am_fields *fields,
                     long count);

#endif
