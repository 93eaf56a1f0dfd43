/* archive_read.h: the quantities in a file of archive/archive.h.
 *
 * What is per point (status, statistics, variables) is not among them. */
#ifndef AM_ARCHIVE_ARCHIVE_READ_H
#define AM_ARCHIVE_ARCHIVE_READ_H

#include "base/base.h"

typedef struct {
  const char *name, *unit; /* of the dataset: "internal/eps_vp", "MPa" */
  const char *const *components; /* [count] "xx", "" of a number, "1", "2", …
                                    where the file has no names */
  int count;
} am_archive_quantity;

typedef struct am_archive_handles am_archive_handles;

typedef struct {
  const char *path;
  long points, done;   /* points, those that are written */
  const double *times; /* [rows] */
  const char *time_unit;
  long rows;
  bool voigt;          /* see am_table */
  const am_archive_quantity *quantities; /* [quantity_count] */
  int quantity_count;
  am_archive_handles *handles; /* closed with the arena */
} am_archive_results;

/* AM_INPUT with a message where PATH is no such file or is damaged. */
AM_MUST_USE am_status am_archive_results_open(am_arena *arena,
                                              am_report *report,
                                              const char *path,
                                              am_archive_results **results);

/* Values [count][rows][components] of points first … first + count - 1;
 * AM_INPUT with a message where the checksum of a chunk is wrong. */
AM_MUST_USE am_status am_archive_results_read(
    const am_archive_results *results, am_report *report, int quantity,
    long first, long count, double *values);

#endif
