/* moments.h: when kernels ran on a device; internal to cuda. */
#ifndef AM_CUDA_MOMENTS_H
#define AM_CUDA_MOMENTS_H

#include "cuda/program.h"

/* Events for so many pieces. */
void am_cuda_moments_prepare(const am_engine_program *program,
                             am_cuda_worker *worker, long pieces);

/* A call starts; the kernels of a piece start, or end. */
void am_cuda_moments_begin(am_cuda_worker *worker, am_cuda_stream stream);
void am_cuda_moments_piece(am_cuda_worker *worker, long piece, bool end,
                           am_cuda_stream stream);

/* Seconds in which the kernels of some piece of the call ran, when all have
 * ended. */
double am_cuda_moments_busy(am_cuda_worker *worker, long pieces);

void am_cuda_moments_close(am_cuda_worker *worker);

#endif
