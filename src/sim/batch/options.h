/* options.h: options of a batch, and final statuses of its points. */
#ifndef AM_BATCH_OPTIONS_H
#define AM_BATCH_OPTIONS_H

#include "engine/engine.h"

typedef struct {
  const char *output;   /* path of the file */
  bool resume;          /* continue an existing file */
  int compression;      /* deflate level 0 … 9 */
  long points;          /* number of points to run; 0: all */
  long shard, shards;   /* shard I of N (archive/shard.h), written to `output`;
                           N = 0 or 1: all points */
  const am_engine *engine; /* engine, lanes and threads as in am_request */
  int lanes, threads;
  long chunk;           /* points per chunk in memory, a multiple of 64; 0: as
                           many as fit in memory */
  const char *version;  /* version of the program, stored in the file */
  const char *const *sets; /* [set_count] --set assignments applied to the
                              case */
  size_t set_count;
  const volatile int *stop; /* or NULL */
  /* Called with the number of loading steps done, summed over points; or
   * NULL. */
  void (*progress)(void *data, double steps);
  void *data;
} am_batch_options;

/* Statuses of points in addition to those of engines. */
typedef enum {
  AM_BATCH_UNFIT = AM_POINT_STATUSES, /* parameters or variables out of
                                         bounds */
  AM_BATCH_TARGET,                    /* target not finite */
  AM_BATCH_STATUSES
} am_batch_status;

const char *am_batch_status_text(int status);

#endif
