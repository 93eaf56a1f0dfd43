/* histories.h: reads an HDF5 file of histories of many points, named by the key
 * `points: {file: …}` of a case (automat-case(5)).
 *
 *   /time [T]         the first entry is the start
 *   /target [N][T][6] strain or stress by tensor component xx yy zz yz xz xy
 *   /control [6], [T][6] or [N][T][6]   0 strain, 1 stress
 *   /parameters/NAME [N], /initial/NAME [N] or [N][components]   optional
 *   /external/NAME [T] or [N][T]   external fields, optional
 *
 * Integer and floating-point types are read as double, as are booleans of h5py.
 * Other contents are ignored unless their names resemble one of these. N is at
 * most 1e9; T is at least 2 and at most 1e8. Indices in messages start at 0, as
 * in HDF5: /target[12][3][0] is xx of point 12 at entry 3. */
#ifndef AM_ARCHIVE_HISTORIES_H
#define AM_ARCHIVE_HISTORIES_H

#include "base/base.h"

/* A dataset. */
typedef struct {
  const char *name; /* name of the parameter, variable or field */
  int components;
  struct am_history_data *data;
} am_history_values;

typedef struct {
  long points, times;
  const double *time;              /* [times] */
  const int (*control)[6];         /* [times]; NULL: each point has its own */
  am_history_values target, kinds; /* /target, /control */
  am_history_values *parameters;   /* [parameter_count], sorted by name */
  int parameter_count;
  am_history_values *initials;     /* [initial_count], sorted by name */
  int initial_count;
  am_history_values *externals;    /* [external_count], sorted by name */
  int external_count;
  am_arena *arena;
  const char *name;  /* quoted name of the file */
  am_place place;
  am_report *report; /* of the current call */
  int64_t file;      /* identifier of HDF5 */
} am_histories;

/* Opens the file and checks shapes and times, which must not decrease; equal
 * times are a jump. AM_INPUT, with a message at `place` that gives the dataset,
 * the value found and the value expected; the file is then closed. */
AM_MUST_USE am_status am_histories_open(am_arena *arena, am_report *report,
                                        const char *path, am_place place,
                                        am_histories **histories);

/* Points first … first + count - 1 at an entry of /time; the entry is ignored
 * if values do not depend on time. */
typedef struct {
  long entry, first, count;
} am_history_range;

/* Reads values [count][components] of a dataset. AM_INPUT if a value is not
 * finite or a kind of control is not 0 or 1. Efficient for consecutive entries
 * of the same points, which are read ahead. */
AM_MUST_USE am_status am_histories_read(am_histories *h, am_report *report,
                                        const am_history_values *dataset,
                                        const am_history_range *range,
                                        double *values);

void am_histories_close(am_histories *h);

#endif
