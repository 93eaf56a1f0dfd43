/* shared.h: arrays of files of which each member of a team has a part: no
 * member holds all of one. */
#ifndef AM_HOMOGENIZATION_SHARED_H
#define AM_HOMOGENIZATION_SHARED_H

#include "image/parts.h"
#include "space/parts.h"

typedef struct {
  const char *name;
  int rank;
  long size[3];
  am_snapshot_part *parts; /* [team] */
} am_shared;

/* [rows][phase->whole]: places of a phase.  All members call it. */
am_shared am_shared_phase(am_arena *arena, const am_cell *cell,
                          const am_phase *phase, int rows, const char *name);

/* [3][frequencies][2] of a vector: rows j, for each component and k. */
am_shared am_shared_vector(am_arena *arena, const am_cell *cell,
                           const char *name);

/* Numbers of this member's part of the largest of them. */
long am_shared_numbers(const am_cell *cell);

#endif
