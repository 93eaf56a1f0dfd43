/* options.h: how a batch is run and stored, and how its points may end. */
#ifndef AM_BATCH_OPTIONS_H
#define AM_BATCH_OPTIONS_H

#include "engine/engine.h"

typedef struct {
  const char *output;   /* path of the file */
  bool resume;          /* go on with it, if it is there */
  int compression;      /* 0 … 9 */
  long points;          /* only the first ones; 0: all */
  long shard, shards;   /* shard I of N (archive/shard.h), to `output` itself;
                           N = 0 or 1: all of it */
  const am_engine *engine; /* as in am_request, with the next ones */
  int lanes, threads;
  long chunk;           /* points at once, a multiple of 64; 0: as many as
                           there is memory for */
  const char *version;  /* of the program, noted in the file */
  const char *const *sets; /* [set_count] assignments that changed the case */
  size_t set_count;
  const volatile int *stop; /* or NULL */
  /* Told the loading steps of all points so far; or NULL. */
  void (*progress)(void *data, double steps);
  void *data;
} am_batch_options;

/* The statuses that a point may end with, and what they are called. */
int am_batch_statuses(void);
const char *am_batch_status_text(int status);

#endif
