/* archive_read.h: reads the quantities in a file of archive/archive.h, except
 * those per point (status, statistics, variables). */
#ifndef AM_ARCHIVE_ARCHIVE_READ_H
#define AM_ARCHIVE_ARCHIVE_READ_H

#include "base/base.h"

typedef struct {
  const char *name, *unit; /* name and unit of the dataset: "internal/eps_vp",
                              "MPa" */
  const char *const *components; /* [count] "xx"; "" for a number; "1", "2", …
                                    if the file has no names */
  int count;
} am_archive_quantity;

typedef struct am_archive_handles am_archive_handles;

typedef struct {
  const char *path;
  long points, done;   /* number of points, and of committed points */
  const double *times; /* [rows] */
  const char *time_unit;
  long rows;
  bool voigt;          /* see am_table */
  const am_archive_quantity *quantities; /* [quantity_count] */
  int quantity_count;
  am_archive_handles *handles; /* closed with the arena */
} am_archive_results;

/* Opens a file. AM_INPUT, with a message, if it is not an archive or is
 * damaged. */
AM_MUST_USE am_status am_archive_results_open(am_arena *arena,
                                              am_report *report,
                                              const char *path,
                                              am_archive_results **results);

/* Reads values [count][rows][components] of points first … first + count - 1;
 * AM_INPUT, with a message, if the checksum of a chunk is wrong. */
AM_MUST_USE am_status am_archive_results_read(
    const am_archive_results *results, am_report *report, int quantity,
    long first, long count, double *values);

#endif
