/* resident.h: advances points whose fields are all in device memory, managed by
 * the caller. `program` must be compiled by am_engine_cuda; only its first
 * device is used.
 *
 * Calls are asynchronous, ordered by their stream. Calls of one program must
 * not overlap: use one stream, or wait for the end of each. The engine's
 * `advance` may be called when no call is in progress. */
#ifndef AM_CUDA_RESIDENT_H
#define AM_CUDA_RESIDENT_H

#include "cuda/device.h"
#include "engine/engine.h"

/* First device of a program. */
const am_cuda_device *am_cuda_resident_device(
    const am_engine_program *program);

/* Allocates memory in advance for calls of up to `count` points: a list of
 * points, and recorded substeps for tangents. Returns the number of bytes on
 * the device, 0 if there is not enough memory or after a failure
 * (am_engine_failure). */
size_t am_cuda_resident_prepare(am_engine_program *program, long count);

/* Same as `advance` of the engine, for fields (including `stop`) at device
 * addresses and with the parameters of the law; `count` >= 1. For a chain of
 * schemes, the call waits for the stream, and `stop` takes effect at the end of
 * a round. Failures are stored in the program; the fields are then not
 * written. */
void am_cuda_resident_advance(am_engine_program *program,
                              const am_fields *fields, long count,
                              am_cuda_stream stream);

#endif
