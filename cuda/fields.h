/* fields.h: fields from am_engine_field: memory of the host in which copies
 * need no stage; internal to cuda.
 *
 * A resident field has a twin on the devices, in blocks of program->block
 * points [blocks][components][block], each on the device that does them.
 * For every block is known which of the two sides is valid: advance moves
 * what is stale where it is read.  A field for whose twin there is no memory
 * is not resident. */
#ifndef AM_CUDA_FIELDS_H
#define AM_CUDA_FIELDS_H

#include "cuda/program.h"

/* Sides of a block that are valid. */
enum { AM_CUDA_HERE = 1, AM_CUDA_THERE = 2 };

struct am_cuda_field {
  am_engine_program *program; /* NULL: it has ended */
  double *host;               /* [components][stride] */
  bool pinned;                /* not from the arena */
  int components;
  long stride, blocks;
  am_cuda_pointer *twins;     /* [workers] their blocks; NULL: not resident */
  unsigned char *valid;       /* [blocks] AM_CUDA_HERE, AM_CUDA_THERE */
};

double *am_cuda_field_new(am_arena *arena, am_engine_program *program,
                          int components, long stride, bool resident);
void am_cuda_field_fetch(am_engine_program *program, const double *field);
void am_cuda_field_changed(am_engine_program *program, const double *field);

/* The resident field in whose memory the address is; NULL: none. */
am_cuda_field *am_cuda_field_at(const am_engine_program *program,
                                const double *address);

/* Is the address in memory that copies need no stage for? */
bool am_cuda_field_pinned(const am_engine_program *program,
                          const double *address);

/* Makes the host's side the only valid one. */
void am_cuda_field_settle(am_cuda_field *field);

/* Where a block is on its worker's device. */
am_cuda_pointer am_cuda_field_block(const am_cuda_field *field, int worker,
                                    long block);

/* Brings a block to the device where that has a stale one. */
void am_cuda_field_up(am_cuda_field *field, int worker, long block,
                      am_cuda_stream stream);

/* No field is resident any more; false when none was. */
bool am_cuda_fields_free_twins(am_engine_program *program);

/* The program ends. */
void am_cuda_fields_close(am_engine_program *program);

#endif
