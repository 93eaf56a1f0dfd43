/* library.h: libraries of NVIDIA, opened when the program runs; internal to
 * cuda.
 *
 * No header of theirs is needed: driver.h, nvrtc.h and cufft.h declare a
 * library's functions as members of a structure, and list them as symbols,
 * from which the structure is filled. */
#ifndef AM_CUDA_LIBRARY_H
#define AM_CUDA_LIBRARY_H

#include <stddef.h>

#include "base/report.h"

/* A function of a library, and where the pointer to it stands in the structure
 * of its functions [byte]. */
typedef struct {
  const char *name;
  size_t offset;
} am_cuda_symbol;

/* Fills `functions` with those of an open library; the name of the first
 * symbol [count] that it lacks, NULL: none. */
const char *am_cuda_symbols(void *library, const am_cuda_symbol *symbols,
                            size_t count, void *functions);

/* A library of the CUDA toolkit. */
typedef struct {
  const char *title;        /* "cuFFT" */
  const char *const *names; /* [name_count] of its file, the newest first */
  size_t name_count;
  const char *oldest;       /* "CUDA 11", which has all of its symbols */
  const am_cuda_symbol *symbols; /* [count] */
  size_t count;
} am_cuda_library;

/* Opens the first of the names that is found where the loader looks, or in
 * lib64 of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda, says which in *file, and
 * fills `functions`.  Closed with the arena, but it stays in memory: such
 * libraries are large, and threads of their own may be at work.
 * AM_ENVIRONMENT with what is missing. */
AM_MUST_USE am_status am_cuda_library_open(am_arena *arena, am_report *report,
                                           const am_cuda_library *library,
                                           const char **file,
                                           void *functions);

#endif
