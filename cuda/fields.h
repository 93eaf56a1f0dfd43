/* fields.h: fields allocated by am_engine_field in page-locked host memory;
 * internal to cuda.
 *
 * A resident field has a copy on the devices, in blocks of program->block
 * points [blocks][components][block]; each block is on the device that
 * processes it. For each block, `valid` records whether the host copy and the
 * device copy are up to date; `advance` updates outdated blocks before it reads
 * them. A field whose copy does not fit into device memory is not resident. */
#ifndef AM_CUDA_FIELDS_H
#define AM_CUDA_FIELDS_H

#include "cuda/program.h"

/* Copies of a block that are up to date. */
enum { AM_CUDA_HERE = 1, AM_CUDA_THERE = 2 };

struct am_cuda_field {
  am_engine_program *program; /* NULL: the program has ended */
  double *host;               /* [components][stride] */
  bool pinned;                /* page-locked, not from the arena */
  int components;
  long stride, blocks;
  am_cuda_pointer *twins;     /* [workers] device blocks; NULL: not resident */
  unsigned char *valid;       /* [blocks] AM_CUDA_HERE, AM_CUDA_THERE */
};

double *am_cuda_field_new(am_arena *arena, am_engine_program *program,
                          int components, long stride, bool resident);
void am_cuda_field_fetch(am_engine_program *program, const double *field);
void am_cuda_field_changed(am_engine_program *program, const double *field);

/* Resident field that contains the address, or NULL. */
am_cuda_field *am_cuda_field_at(const am_engine_program *program,
                                const double *address);

/* True if the address is in page-locked memory. */
bool am_cuda_field_pinned(const am_engine_program *program,
                          const double *address);

/* Makes the host copy the only valid one, after fetching outdated blocks. */
void am_cuda_field_settle(am_cuda_field *field);

/* Device address of a block. */
am_cuda_pointer am_cuda_field_block(const am_cuda_field *field, int worker,
                                    long block);

/* Copies a block to the device if it is outdated there. */
void am_cuda_field_up(am_cuda_field *field, int worker, long block,
                      am_cuda_stream stream);

/* Frees the device copies of all fields; false if none was resident. */
bool am_cuda_fields_free_twins(am_engine_program *program);

/* Frees the fields when the program ends. */
void am_cuda_fields_close(am_engine_program *program);

#endif
