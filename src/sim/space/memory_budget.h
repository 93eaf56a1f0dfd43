/* memory_budget.h: memory of a space and communication between its processes,
 * computed without opening the space. */
#ifndef AM_SPACE_MEMORY_BUDGET_H
#define AM_SPACE_MEMORY_BUDGET_H

#include "space/space.h"

/* Memory (bytes); am_space_account counts all of it except `beside`. */
typedef struct {
  double vectors, planes, laws;
  double tangents; /* including the buffer of a piece */
  double places;   /* voxel lists of phases, and their copies on a device */
  double rest;     /* sums, wave vectors */
  double beside;   /* work areas of transforms */
} am_space_size;

/* Counting space of one process, on the host with this number of threads or on
 * a device; its phases have a `count` but no voxel list.  It can only create
 * vectors, which are empty. */
AM_MUST_USE am_status am_space_count(am_arena *arena, am_report *report,
                                     const am_cell *cell, bool device,
                                     int threads, am_space **space);

/* Counts the memory of tangents; with `keep`, including those stored for
 * `apply`. */
void am_space_count_tangents(am_space *space, bool keep);

am_space_size am_space_counted(const am_space *space);

/* Number of fields transformed in both directions in an iteration. */
int am_space_transformed(const am_cell *cell);

/* Bytes that the first process sends in one transposition of planes to rows. */
double am_space_moved(const am_cell *cell, bool device);

#endif
