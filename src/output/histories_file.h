/* histories_file.h: an open file of histories, for the files histories*.c. */
#ifndef AM_OUTPUT_HISTORIES_FILE_H
#define AM_OUTPUT_HISTORIES_FILE_H

#include "output/h5.h"
#include "output/histories.h"

/* A group of datasets with values per point. */
typedef struct {
  const char *name;
  hid_t *datasets; /* [count] */
  am_history_values *values; /* [count] */
  int count;
} am_history_group;

struct am_histories_file {
  am_arena *arena;
  const char *name; /* quoted */
  am_place place;
  hid_t file, target;
  am_history_group parameters, initials;
  /* Targets [count][entries][6] that were read ahead: of points from `first`,
   * entries of time from `entry`. */
  double *ahead;
  size_t capacity; /* doubles */
  long first, count, entry, entries;
};

/* AM_INPUT with "NAME: ..." at the place of the file. */
am_status am_histories_error(const am_histories_file *f, am_report *report,
                             const char *format, ...) AM_PRINTF(3, 4);

/* All values of a dataset of this size as doubles, all finite. */
am_status am_histories_all(const am_histories_file *f, am_report *report,
                           hid_t dataset, const char *what,
                           const hsize_t *size, int rank, double *values);

#endif
