/* resident.h: points whose fields all lie in the memory of a device, where
 * their caller keeps them.  `program` is one that am_engine_cuda compiled; of
 * its devices only the first does such points.
 *
 * Nothing waits for a call but what comes after it in its stream.  Calls of a
 * program must follow one another, in one stream or by waiting; its
 * `advance` may come between them when they are done. */
#ifndef AM_CUDA_RESIDENT_H
#define AM_CUDA_RESIDENT_H

#include "cuda/device.h"
#include "engine/engine.h"

/* The first device of a program. */
const am_cuda_device *am_cuda_resident_device(
    const am_engine_program *program);

/* Memory for calls of up to `count` points: a list of them, and the substeps
 * that are recorded for tangents; asked for here, it is there in advance.
 * Returns the bytes that it takes of the device, 0 where there is not enough
 * or after a failure, which am_engine_failure tells. */
size_t am_cuda_resident_prepare(am_engine_program *program, long count);

/* Like `advance` of the engine (of a chain of schemes it waits for the stream,
 * and `stop` counts at the end of a turn), of fields whose addresses are those of the
 * device (`stop`, too), with the parameters of the law; `count` is at least 1.
 * What fails is the failure of the program, and nothing is written then. */
void am_cuda_resident_advance(am_engine_program *program,
                              const am_fields *fields, long count,
                              am_cuda_stream stream);

#endif
