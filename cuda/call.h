/* call.h: the fields of one call of `advance`; internal to cuda.
 *
 * Points are slots of a partition in blocks: of the kept fields, or where
 * there is none of the call's own.  A piece is what the call has of a block;
 * each worker does its share of the blocks. */
#ifndef AM_CUDA_CALL_H
#define AM_CUDA_CALL_H

#include "cuda/fields.h"

/* One of the fields. */
typedef struct {
  double *host;        /* NULL: not there */
  am_cuda_field *kept; /* NULL: it is moved with each piece */
  int components;
  bool found;          /* or given */
  bool pinned;         /* copies do not hold the host up */
} am_cuda_part;

typedef struct {
  am_engine_program *program;
  const am_fields *fields;
  am_cuda_part parts[AM_FIELD_COUNT];
  long count;         /* points: slots first … first + count - 1 … */
  long first, slots;  /* … of so many */
  long block, blocks; /* slots of a block, their number */
} am_cuda_call;

/* Finds the parts.  Kept fields that are used in a way of their own, at
 * another place or stride than the first of them, are moved like others in
 * this call. */
am_cuda_call am_cuda_call_of(am_engine_program *program,
                             const am_fields *fields, long count);

/* Blocks of a worker: *from … *end - 1 have points of the call. */
void am_cuda_call_share(const am_cuda_call *call, int worker, long *from,
                        long *end);

#endif
