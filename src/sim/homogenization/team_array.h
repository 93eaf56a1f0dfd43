/* team_array.h: file arrays that are distributed over the members of a team; no
 * member holds a whole array. */
#ifndef AM_HOMOGENIZATION_TEAM_ARRAY_H
#define AM_HOMOGENIZATION_TEAM_ARRAY_H

#include "image/parts.h"
#include "space/parts.h"

typedef struct {
  const char *name;
  int rank;
  long size[3];
  am_snapshot_part *parts; /* [team size] */
} am_team_array;

/* Array [rows][phase->whole] of the voxels of a phase.  Collective: all members
 * must call it. */
am_team_array am_team_array_phase(am_arena *arena, const am_cell *cell,
                          const am_phase *phase, int rows, const char *name);

/* Array [3][frequencies][2] of a vector; a member holds its rows j for each
 * component and each k. */
am_team_array am_team_array_vector(am_arena *arena, const am_cell *cell,
                           const char *name);

/* Size of this member's part of the largest such array (numbers). */
long am_team_array_numbers(const am_cell *cell);

#endif
