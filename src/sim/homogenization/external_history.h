/* external_history.h: external fields of a volume element along its path.
 *
 * A field is either uniform and follows the path, or is given voxel by voxel
 * and follows its own function of time. */
#ifndef AM_HOMOGENIZATION_EXTERNAL_HISTORY_H
#define AM_HOMOGENIZATION_EXTERNAL_HISTORY_H

#include "case/parts.h"
#include "space/space.h"

typedef struct {
  const am_cell *cell;
  const char *names[AM_MOST_EXTERNAL]; /* [count] fields that the path
                                          controls */
  const char *units[AM_MOST_EXTERNAL];
  double starts[AM_MOST_EXTERNAL];     /* [count] initial values */
  int count;
  int place[AM_MOST_EXTERNAL];   /* index of each field of the cell among the
                                    fields of the path; -1: given by voxel */
  am_external_value now[AM_MOST_EXTERNAL];  /* values of the cell's fields at
                                               t_n */
  am_external_value next[AM_MOST_EXTERNAL]; /* values at the end of the step */
  double set[AM_MOST_EXTERNAL][4]; /* values set last in the space */
} am_external_history;

/* Sets the initial state.  AM_INPUT if the path names fields given by voxel. */
AM_MUST_USE am_status am_external_history_begin(am_external_history *drive,
                                                am_report *report,
                                                const am_cell *cell,
                                                double time);

/* Begins the loading step to a target.  For a path of entries passed by a
 * caller, the fields remain constant.  AM_INPUT if a field leaves its
 * bounds. */
AM_MUST_USE am_status am_external_history_aim(am_external_history *drive,
                                              am_report *report,
                                              const am_target *target);

/* Sets the fields of the space for the part of the step from `begin` to `end`
 * (fractions of 1).  True if any field changes in this part. */
bool am_external_history_part(am_external_history *drive, am_space *space,
                              double begin, double end);

/* Completes the step; means over the voxels [cell->external_count], or NULL. */
void am_external_history_reach(am_external_history *drive, double *means);

#endif
