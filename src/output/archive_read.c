/* archive_read.c: archives that are read. */
#include "output/archive_read.h"

#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "output/archive_file.h"
#include "output/conventions.h"

enum { MOST_POINTS = 1000000000, MOST_ROWS = 100000000 };

struct am_archive_handles {
  hid_t file;
  hid_t *datasets; /* [quantity_count] */
};

/* A file that is opened. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_archive_results *results;
} opening;

static am_status cannot_read_archive(am_report *report, const char *path,
                                     const char *why) {
  return am_error(report, AM_INPUT, am_nowhere, "cannot read %s: %s",
                  am_quoted(report->arena, path), why);
}

static am_status damaged(const opening *o, const char *what) {
  return cannot_read_archive(o->report, o->results->path,
                             am_format(o->arena, "it is damaged: %s", what));
}

static void close_results(void *data) {
  const am_archive_handles *handles = data;
  if (handles->file >= 0) H5Fclose(handles->file);
}

static am_status open_results(const opening *o) {
  am_archive_results *r = o->results;
  AM_TRY(am_h5_begin(o->arena, o->report));
  am_input_note(o->report, r->path);
  const char *why = am_h5_obstacle(r->path, AM_H5_READ);
  if (why) return cannot_read_archive(o->report, r->path, why);
  r->handles->file = am_h5_open(r->path, AM_H5_READ);
  if (r->handles->file >= 0) return AM_OK;
  return cannot_read_archive(o->report, r->path, am_h5_why(o->arena));
}

static am_status read_points(const opening *o) {
  am_archive_results *r = o->results;
  if (am_h5_is_variable(r->handles->file, "datasets"))
    return cannot_read_archive(o->report, r->path, am_archive_older);
  const char *why = am_conventions_obstacle(o->arena, r->handles->file,
                                            &am_conventions_batch);
  if (why) return cannot_read_archive(o->report, r->path, why);
  if (!am_h5_integer(r->handles->file, "points", &r->points) ||
      !am_h5_integer(r->handles->file, "done", &r->done))
    return cannot_read_archive(o->report, r->path,
                               "it holds no results of a batch");
  if (r->points > 0 && r->points <= MOST_POINTS && r->done >= 0 &&
      r->done <= r->points)
    return AM_OK;
  return damaged(o, am_format(o->arena, "%ld of %ld points are done", r->done,
                              r->points));
}

static am_status read_output_times(const opening *o) {
  am_archive_results *r = o->results;
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t set = am_h5_dataset(r->handles->file, "time", H5P_DEFAULT);
  if (set < 0) return damaged(o, "no dataset 'time'");
  if (am_h5_size(set, size) != 1 || size[0] > MOST_ROWS)
    return damaged(o, "the times are not as many as expected");
  double *times = AM_ARRAY(o->arena, double, size[0]);
  if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
              times) < 0)
    return damaged(o, am_h5_why(o->arena));
  r->rows = (long)size[0];
  r->times = times;
  r->time_unit = am_h5_text(o->arena, set, "unit");
  am_h5_release(set);
  return AM_OK;
}

/* The components of [points][rows][components…], 0 for other sizes. */
static int components_of(const am_archive_results *r, const hsize_t *size,
                         int rank) {
  enum { MOST = 10000 };
  if (rank < 2 || rank > AM_ARCHIVE_RANK || (long)size[0] != r->points ||
      (long)size[1] != r->rows)
    return 0;
  hsize_t count = 1;
  for (int i = 2; i < rank; i++) count *= size[i] < MOST ? size[i] : MOST;
  return count < MOST ? (int)count : 0;
}

/* Adds a dataset where it has values in rows.  Components that the file does
 * not name get numbers, a single one "". */
static am_status add_dataset(const opening *o, const char *name) {
  am_archive_results *r = o->results;
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t set = am_h5_dataset(r->handles->file, name, H5P_DEFAULT);
  if (set < 0)
    return damaged(o, am_format(o->arena, "no dataset %s",
                                am_quoted(o->arena, name)));
  int rank = am_h5_size(set, size), named = 0;
  int count = components_of(r, size, rank);
  const char *const *names =
      am_h5_texts(o->arena, set, "components", &named);
  if (!count || (names && named != count)) {
    am_h5_release(set);
    return AM_OK;
  }
  const char **numbers = AM_ARRAY(o->arena, const char *, count);
  for (int i = 0; !names && i < count; i++)
    numbers[i] = count == 1 ? "" : am_format(o->arena, "%d", i + 1);
  r->handles->datasets[r->quantity_count] = set;
  ((am_archive_quantity *)r->quantities)[r->quantity_count++] =
      (am_archive_quantity){.name = name,
                            .unit = am_h5_text(o->arena, set, "unit"),
                            .components = names ? names : numbers,
                            .count = count};
  return AM_OK;
}

am_status am_archive_results_open(am_arena *arena, am_report *report,
                                  const char *path,
                                  am_archive_results **results) {
  am_archive_results *r = *results = AM_NEW(arena, am_archive_results);
  const opening o = {.arena = arena, .report = report, .results = r};
  int count = 0;
  r->path = path;
  r->handles = AM_NEW(arena, am_archive_handles);
  r->handles->file = -1;
  am_arena_defer(arena, close_results, r->handles);
  AM_TRY(open_results(&o));
  AM_TRY(read_points(&o));
  const char *const *names =
      am_h5_texts(arena, r->handles->file, "datasets", &count);
  if (!names)
    return cannot_read_archive(report, path, "it holds no results of a batch");
  AM_TRY(read_output_times(&o));
  const char *notation = am_h5_text(arena, r->handles->file, AM_ARCHIVE_NOTATION);
  r->voigt = notation && !strcmp(notation, AM_ARCHIVE_VOIGT);
  r->quantities = AM_ARRAY(arena, am_archive_quantity, count);
  r->handles->datasets = AM_ARRAY(arena, hid_t, count);
  for (int i = 0; i < count; i++) AM_TRY(add_dataset(&o, names[i]));
  return AM_OK;
}

am_status am_archive_results_read(const am_archive_results *r,
                                  am_report *report, int quantity, long first,
                                  long count, double *values) {
  hid_t set = r->handles->datasets[quantity];
  hsize_t start[H5S_MAX_RANK] = {(hsize_t)first}, size[H5S_MAX_RANK] = {0};
  int rank = am_h5_size(set, size);
  size[0] = (hsize_t)count;
  return am_h5_read(set, rank, start, size, values)
             ? AM_OK
             : cannot_read_archive(report, r->path, am_h5_why(report->arena));
}
