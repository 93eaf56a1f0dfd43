/* Values of histories, block by block. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "output/histories_file.h"

enum { AHEAD = 64 << 20 };

am_status am_histories_error(const am_histories_file *f, am_report *report,
                             const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *why = am_format_list(f->arena, format, arguments);
  va_end(arguments);
  return am_error(report, AM_INPUT, f->place, "%s: %s", f->name, why);
}

/* "[12][3][0]" of value `i` of a slab. */
static const char *index_of(am_arena *arena, const hsize_t *start,
                            const hsize_t *size, int rank, hsize_t i) {
  hsize_t index[H5S_MAX_RANK];
  assert(rank <= H5S_MAX_RANK);
  for (int k = rank - 1; k >= 0; k--) {
    index[k] = start[k] + i % size[k];
    i /= size[k];
  }
  return am_h5_shape(arena, index, rank);
}

/* The first value of a slab that is not finite is an error. */
static am_status check_finite(const am_histories_file *f, am_report *report,
                              const char *what, const hsize_t *start,
                              const hsize_t *size, int rank,
                              const double *values) {
  hsize_t count = 1, i = 0;
  for (int k = 0; k < rank; k++) count *= size[k];
  while (i < count && isfinite(values[i])) i++;
  if (i == count) return AM_OK;
  return am_histories_error(f, report, "%s%s is %g, expected a finite number",
                            what, index_of(f->arena, start, size, rank, i),
                            values[i]);
}

/* The part of a dataset [size…] from `start` on as doubles, all finite. */
static am_status read_finite(const am_histories_file *f, am_report *report,
                             hid_t dataset, const char *what,
                             const hsize_t *start, const hsize_t *size,
                             int rank, double *values) {
  if (!am_h5_read(dataset, rank, start, size, values))
    return am_histories_error(f, report, "cannot read %s: %s", what,
                              am_h5_why(f->arena));
  return check_finite(f, report, what, start, size, rank, values);
}

am_status am_histories_all(const am_histories_file *f, am_report *report,
                           hid_t dataset, const char *what,
                           const hsize_t *size, int rank, double *values) {
  static const hsize_t start[H5S_MAX_RANK] = {0};
  return read_finite(f, report, dataset, what, start, size, rank, values);
}

/* Reads as many entries of these points as the space read ahead holds. */
static am_status read_ahead(am_histories *h, am_report *report, long entry,
                            long first, long count) {
  am_histories_file *f = h->file;
  long most = AHEAD / ((long)sizeof(double) * 6 * count);
  long entries = most < 1 ? 1 : most;
  if (entries > h->times - entry) entries = h->times - entry;
  size_t values = (size_t)(6 * count * entries);
  if (values > f->capacity) {
    f->ahead = AM_ARRAY(f->arena, double, values);
    f->capacity = values;
  }
  f->entries = 0;
  hsize_t start[] = {(hsize_t)first, (hsize_t)entry, 0};
  hsize_t size[] = {(hsize_t)count, (hsize_t)entries, 6};
  if (!am_h5_read(f->target, 3, start, size, f->ahead))
    return am_histories_error(f, report, "cannot read /target: %s",
                              am_h5_why(f->arena));
  f->first = first;
  f->count = count;
  f->entry = entry;
  f->entries = entries;
  return AM_OK;
}

am_status am_histories_target(am_histories *h, am_report *report, long entry,
                              long first, long count, double *values) {
  const am_histories_file *f = h->file;
  bool there = f->entry <= entry && entry < f->entry + f->entries &&
               f->first <= first && first + count <= f->first + f->count;
  if (!there) AM_TRY(read_ahead(h, report, entry, first, count));
  for (long i = 0; i < count; i++)
    memcpy(values + 6 * i,
           f->ahead + 6 * ((first - f->first + i) * f->entries + entry -
                           f->entry),
           6 * sizeof *values);
  hsize_t start[] = {(hsize_t)first, (hsize_t)entry, 0};
  hsize_t size[] = {(hsize_t)count, 1, 6};
  return check_finite(f, report, "/target", start, size, 3, values);
}

static am_status read_values(const am_histories *h, am_report *report,
                             const am_history_group *group, int i, long first,
                             long count, double *values) {
  hsize_t start[H5S_MAX_RANK] = {(hsize_t)first};
  hsize_t size[H5S_MAX_RANK];
  int rank = am_h5_size(group->datasets[i], size);
  size[0] = (hsize_t)count;
  return read_finite(
      h->file, report, group->datasets[i],
      am_format(h->file->arena, "/%s/%s", group->name, group->values[i].name),
      start, size, rank, values);
}

am_status am_histories_parameter(am_histories *h, am_report *report, int i,
                                 long first, long count, double *values) {
  return read_values(h, report, &h->file->parameters, i, first, count, values);
}

am_status am_histories_initial(am_histories *h, am_report *report, int i,
                               long first, long count, double *values) {
  return read_values(h, report, &h->file->initials, i, first, count, values);
}
