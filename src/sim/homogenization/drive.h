/* drive.h: external fields of a volume element along its path. */
#ifndef AM_HOMOGENIZATION_DRIVE_H
#define AM_HOMOGENIZATION_DRIVE_H

#include "case/parts.h"
#include "space/space.h"

typedef struct {
  const am_cell *cell;
  const char *names[AM_MOST_EXTERNAL]; /* [count] those that the path gives, … */
  const char *units[AM_MOST_EXTERNAL];
  double starts[AM_MOST_EXTERNAL];     /* … and what they are at its start */
  int count;
  int place[AM_MOST_EXTERNAL];   /* of the cell's fields among them; -1: by
                                    voxel */
  am_external_value now[AM_MOST_EXTERNAL];  /* of the cell's fields at t_n … */
  am_external_value next[AM_MOST_EXTERNAL]; /* … and where the step ends */
  double set[AM_MOST_EXTERNAL][4]; /* what the space has last */
} am_drive;

/* At the start; AM_INPUT where the path names fields given by voxel. */
AM_MUST_USE am_status am_drive_begin(am_drive *drive, am_report *report,
                                     const am_cell *cell, double time);

/* The loading step to a target comes; entries of callers hold the fields.
 * AM_INPUT where one leaves its bounds. */
AM_MUST_USE am_status am_drive_aim(am_drive *drive, am_report *report,
                                   const am_target *target);

/* The part from `begin` to `end`, of 1, of the step: do fields change? */
bool am_drive_part(am_drive *drive, am_space *space, double begin, double end);

/* The step has been done; means over the voxels [cell->external_count], or
 * NULL. */
void am_drive_reach(am_drive *drive, double *means);

#endif
