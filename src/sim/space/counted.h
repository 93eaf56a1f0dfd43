/* counted.h: how much memory a space would take, and what its processes would
 * send, before there is any. */
#ifndef AM_SPACE_COUNTED_H
#define AM_SPACE_COUNTED_H

#include "space/space.h"

/* Bytes; all but `beside` are what am_space_account counts. */
typedef struct {
  double vectors, planes, laws;
  double tangents; /* and the piece in which they are found */
  double places;   /* the voxels of phases, and lists of them on a device */
  double rest;     /* sums, wave vectors */
  double beside;   /* of transforms */
} am_space_size;

/* The space of one process, on the host with so many threads or on a device,
 * whose phases have `count` voxels but no list of them: vectors are made of
 * nothing, and that is all that can be done with it. */
AM_MUST_USE am_status am_space_count(am_arena *arena, am_report *report,
                                     const am_cell *cell, bool device,
                                     int threads, am_space **space);

/* Tangents are found, and with `keep` applied. */
void am_space_count_tangents(am_space *space, bool keep);

am_space_size am_space_counted(const am_space *space);

/* Fields that are transformed back and forth in an iteration. */
int am_space_transformed(const am_cell *cell);

/* Bytes that the first process sends when planes become rows. */
double am_space_moved(const am_cell *cell, bool device);

#endif
