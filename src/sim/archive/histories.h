/* histories.h: an HDF5 file of many points' histories, which the key
 * `points: {file: …}` of a case names (automat-case(5)).
 *
 *   /time [T]         the first entry is the start
 *   /target [N][T][6] strain or stress by tensor component xx yy zz yz xz xy
 *   /control [6], [T][6] or [N][T][6]   0 strain, 1 stress
 *   /parameters/NAME [N], /initial/NAME [N] or [N][components]   optional
 *   /external/NAME [T] or [N][T]   external fields, optional
 *
 * Any integer or floating type is read as double, and so are h5py's booleans.
 * What else the file holds is not looked at, unless its name is nearly one of
 * these.  N is at most 1e9, T at most 1e8 and at least 2.  Messages count as
 * HDF5 does, from 0: /target[12][3][0] is xx of point 12 at entry 3. */
#ifndef AM_ARCHIVE_HISTORIES_H
#define AM_ARCHIVE_HISTORIES_H

#include <stdbool.h>

#include "base/base.h"

/* A dataset with values per point. */
typedef struct {
  const char *name; /* of the parameter or variable */
  int components;
} am_history_values;

typedef struct am_histories_file am_histories_file;

typedef struct {
  long points, times;
  const double *time;            /* [times] */
  const int (*control)[6];       /* [times]; NULL: each point has its own,
                                    am_histories_control */
  am_history_values *parameters; /* [parameter_count], by name */
  int parameter_count;
  am_history_values *initials; /* [initial_count], by name */
  int initial_count;
  am_history_values *externals; /* [external_count], by name */
  int external_count;
  am_histories_file *file;
} am_histories;

/* Opens and checks shapes and times (which increase or, for a jump, stay);
 * AM_INPUT with a message at `place` naming the dataset, what was found and
 * expected.  Nothing is open then. */
AM_MUST_USE am_status am_histories_open(am_arena *arena, am_report *report,
                                        const char *path, am_place place,
                                        am_histories **histories);

/* Targets of points first … first + count - 1 at entry `entry` of time:
 * values [count][6]; not finite ones are AM_INPUT.  Fast for the entries of
 * the same points one after the other, which are read many at a time. */
AM_MUST_USE am_status am_histories_target(am_histories *h, am_report *report,
                                          long entry, long first, long count,
                                          double *values);

/* Kinds of control, likewise; others than 0 and 1 are AM_INPUT. */
AM_MUST_USE am_status am_histories_control(am_histories *h, am_report *report,
                                           long entry, long first, long count,
                                           double *values);

/* Values [count][components] of parameters[i], or of initials[i]; not finite
 * ones are AM_INPUT. */
AM_MUST_USE am_status am_histories_parameter(am_histories *h,
                                             am_report *report, int i,
                                             long first, long count,
                                             double *values);
AM_MUST_USE am_status am_histories_initial(am_histories *h, am_report *report,
                                           int i, long first, long count,
                                           double *values);

/* Points first … first + count - 1 at an entry of time. */
typedef struct {
  long entry, first, count;
} am_history_range;

/* Values [count] of externals[i]; not finite ones are AM_INPUT. */
AM_MUST_USE am_status am_histories_external(am_histories *h,
                                            am_report *report, int i,
                                            const am_history_range *range,
                                            double *values);

void am_histories_close(am_histories *h);

#endif
