/* results.h: result files, point by point as tables. */
#ifndef AM_COMPARE_RESULTS_H
#define AM_COMPARE_RESULTS_H

#include "output/archive_read.h"
#include "output/table.h"

/* A CSV file, which is one point, or an HDF5 file of a batch. */
typedef struct {
  const char *path;
  long points;                 /* that are there */
  am_archive_results *archive; /* NULL: CSV */
  am_table *table; /* names as columns have them (am_column_canonical), units,
                      and rows of the point that am_results_point read */
  double *block;   /* points from `first` that were read ahead, [quantity]
                      [count][rows][components] */
  long first, count, most;
} am_results;

/* AM_INPUT with a message where the file is missing, is not what its name
 * says (.h5 and .hdf5 are HDF5), or has no rows. */
AM_MUST_USE am_status am_results_open(am_arena *arena, am_report *report,
                                      const char *path, am_results **results);

/* The rows of a point, from 0; fast for one after the other.  A CSV file has
 * the same rows for every point. */
AM_MUST_USE am_status am_results_point(am_results *results, am_report *report,
                                       long point);

/* A path in quotes, as messages show it. */
const char *am_results_name(am_arena *arena, const char *path);

#endif
