/* histories.c: opens and reads files of histories. */
#include "archive/histories.h"

#include <math.h>
#include <string.h>

#include "archive/h5.h"
#include "base/base.h"

enum { MOST_POINTS = 1000000000, MOST_TIMES = 100000000 };
enum { AHEAD = 64 << 20 }; /* maximum size of data read ahead (bytes) */
enum { MOST_VALUES = 1000, MOST_NAMES = 10000 };

/* Names read from the root group. */
static const char *const known[] = {"time", "target", "control", "parameters",
                                    "initial", "external"};
enum { KNOWN = sizeof known / sizeof *known };

/* A group of datasets with values per point. */
typedef struct {
  const char *name;
  hid_t *datasets; /* [count] */
  am_history_values *values; /* [count] */
  int count;
} am_history_group;

/* A dataset [N][T][width], or [N][T] if width is 1, and the part of it that was
 * read ahead: [count][entries][width], points from `first`, times from
 * `entry`. */
typedef struct {
  const char *name;
  hid_t dataset;
  long width;
  double *ahead;
  size_t capacity; /* size of `ahead` (doubles) */
  long first, count, entry, entries;
} am_history_course;

struct am_histories_file {
  am_arena *arena;
  const char *name; /* quoted name */
  am_place place;
  hid_t file;
  am_history_course target, control;
  am_history_course *courses; /* [externals.count] fields with a value per
                                 point */
  const double **common;      /* [externals.count] values [times] common to all
                                 points, or NULL */
  am_history_group parameters, initials, externals;
};

/* State of opening a file. */
typedef struct {
  am_histories *h;
  am_histories_file *f;
  am_arena *arena;
  am_report *report;
} opening;

/* AM_INPUT with the message "NAME: ..." at the place of the file. */
static am_status wrong_file(const am_histories_file *f, am_report *report,
                            const char *format, ...) AM_PRINTF(3, 4);

static am_status wrong_file(const am_histories_file *f, am_report *report,
                            const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *why = am_format_list(f->arena, format, arguments);
  va_end(arguments);
  return am_error(report, AM_INPUT, f->place, "%s: %s", f->name, why);
}

/* ---- values ------------------------------------------------------------- */

/* Requirement on values. */
typedef struct {
  bool (*fits)(double value);
  const char *expected;
} demand;

static bool is_number(double value) { return isfinite(value); }
static bool is_kind(double value) { return value == 0 || value == 1; }
static const demand numbers = {is_number, "a finite number"};
static const demand kinds = {is_kind, "0 or 1"};

/* A part [size…] of a dataset, starting at `start`. */
typedef struct {
  const char *what;
  hsize_t start[H5S_MAX_RANK], size[H5S_MAX_RANK];
  int rank;
} slab;

/* Checks values; the message for the first invalid one shows its index,
 * "[12][3][0]". */
static am_status check_values(const am_histories_file *f, am_report *report,
                              const slab *s, const demand *d,
                              const double *values) {
  hsize_t count = 1, i = 0, index[H5S_MAX_RANK];
  for (int k = 0; k < s->rank; k++) count *= s->size[k];
  while (i < count && d->fits(values[i])) i++;
  if (i == count) return AM_OK;
  hsize_t rest = i;
  for (int k = s->rank - 1; k >= 0; k--) {
    index[k] = s->start[k] + rest % s->size[k];
    rest /= s->size[k];
  }
  return wrong_file(f, report, "%s%s is %g, expected %s", s->what,
                    am_h5_shape(f->arena, index, s->rank), values[i],
                    d->expected);
}

/* Reads a slab as doubles. */
static am_status read_slab(const am_histories_file *f, am_report *report,
                           hid_t dataset, const slab *s, double *values) {
  if (am_h5_read(dataset, s->rank, s->start, s->size, values)) return AM_OK;
  return wrong_file(f, report, "cannot read %s: %s", s->what,
                    am_h5_why(f->arena));
}

/* ---- opening ------------------------------------------------------------ */

/* Names in a group, sorted. */
static const char **names_in(am_arena *arena, hid_t group, size_t *count) {
  enum { LONGEST = 256 };
  H5G_info_t info = {.nlinks = 0};
  H5Gget_info(group, &info);
  *count = info.nlinks < MOST_NAMES ? info.nlinks : MOST_NAMES;
  const char **names = AM_ARRAY(arena, const char *, *count);
  for (size_t i = 0; i < *count; i++) {
    char name[LONGEST] = "";
    H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name,
                       sizeof name, H5P_DEFAULT);
    names[i] = am_copy(arena, name, strlen(name));
  }
  return names;
}

static const char *shown_name(const opening *o, const char *name) {
  return am_printable(o->arena, name, strlen(name));
}

/* Rejects names that resemble a known one, since a misspelt dataset would be
 * ignored silently. */
static am_status check_names(const opening *o) {
  size_t count = 0;
  const char **names = names_in(o->arena, o->f->file, &count);
  for (size_t i = 0; i < count; i++) {
    const char *nearest = am_nearest(names[i], known, KNOWN);
    if (nearest && strcmp(nearest, names[i]) &&
        H5Lexists(o->f->file, nearest, H5P_DEFAULT) <= 0)
      return wrong_file(o->f, o->report,
                        "found /%s, which is not read (did you mean "
                        "'%s'?)", shown_name(o, names[i]), nearest);
  }
  return AM_OK;
}

/* Opens a dataset of numbers and reads its size [H5S_MAX_RANK] and rank.
 * Targets are read by points, independent of the shape of chunks; the cache
 * keeps the chunks of a block of points in memory. */
static am_status open_dataset(const opening *o, const char *path,
                              hid_t *dataset, hsize_t *size, int *rank) {
  enum { SLOTS = 12421, BYTES = 64 << 20 };
  if (H5Lexists(o->f->file, path, H5P_DEFAULT) <= 0)
    return wrong_file(o->f, o->report, "found no dataset /%s",
                      shown_name(o, path));
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_chunk_cache(access, SLOTS, BYTES, 1);
  *dataset = am_h5_dataset(o->f->file, path, access);
  am_h5_release(access);
  if (*dataset < 0)
    return wrong_file(o->f, o->report, "/%s is no dataset: %s",
                      shown_name(o, path), am_h5_why(o->arena));
  *rank = am_h5_size(*dataset, size);
  hid_t type = H5Dget_type(*dataset);
  H5T_class_t class = H5Tget_class(type);
  am_h5_release(type);
  if (*rank >= 0 &&
      (class == H5T_INTEGER || class == H5T_FLOAT || class == H5T_ENUM))
    return AM_OK;
  return wrong_file(o->f, o->report, "/%s does not hold numbers",
                    shown_name(o, path));
}

static am_status wrong_shape(const opening *o, const char *path,
                             const hsize_t *size, int rank,
                             const char *expected) {
  return wrong_file(o->f, o->report, "/%s is %s, expected %s",
                    shown_name(o, path), am_h5_shape(o->arena, size, rank),
                    expected);
}

static am_status open_time(const opening *o) {
  hid_t dataset;
  hsize_t size[H5S_MAX_RANK] = {0};
  int rank = 0;
  AM_TRY(open_dataset(o, "time", &dataset, size, &rank));
  if (rank != 1 || size[0] < 2 || size[0] > MOST_TIMES)
    return wrong_shape(o, "time", size, rank,
                       "[T] with T from 2 to 100000000");
  double *time = AM_ARRAY(o->arena, double, size[0]);
  slab all = {.what = "/time", .size = {size[0]}, .rank = 1};
  AM_TRY(read_slab(o->f, o->report, dataset, &all, time));
  AM_TRY(check_values(o->f, o->report, &all, &numbers, time));
  o->h->time = time;
  o->h->times = (long)size[0];
  am_h5_release(dataset);
  for (long i = 1; i < o->h->times; i++)
    if (time[i] < time[i - 1])
      return wrong_file(o->f, o->report,
                        "/time[%ld] is %.17g, expected at least %.17g, the "
                        "entry before it", i, time[i], time[i - 1]);
  return AM_OK;
}

static am_status open_target(const opening *o) {
  hsize_t size[H5S_MAX_RANK] = {0};
  int rank = 0;
  o->f->target.name = "/target";
  o->f->target.width = 6;
  AM_TRY(open_dataset(o, "target", &o->f->target.dataset, size, &rank));
  if (rank != 3 || (long)size[1] != o->h->times || size[2] != 6 ||
      size[0] < 1 || size[0] > MOST_POINTS)
    return wrong_shape(
        o, "target", size, rank,
        am_format(o->arena, "[N][%ld][6] with N from 1 to 1000000000",
                  o->h->times));
  o->h->points = (long)size[0];
  return AM_OK;
}

/* Reads kinds of control common to all points: [times][6] from values [rows][6]
 * with rows = times or 1. */
static am_status read_common_control(const opening *o, slab *all) {
  long rows = all->rank == 1 ? 1 : o->h->times;
  double *values = AM_ARRAY(o->arena, double, 6 * rows);
  hid_t dataset = o->f->control.dataset;
  AM_TRY(read_slab(o->f, o->report, dataset, all, values));
  AM_TRY(check_values(o->f, o->report, all, &kinds, values));
  am_h5_release(dataset);
  int(*control)[6] = am_arena_alloc(o->arena,
                                    (size_t)o->h->times * sizeof *control);
  for (long i = 0; i < o->h->times * 6; i++)
    control[i / 6][i % 6] = (int)values[i % (6 * rows)];
  o->h->control = (const int(*)[6])control;
  return AM_OK;
}

static am_status open_control(const opening *o) {
  slab all = {.what = "/control"};
  hsize_t *size = all.size, times = (hsize_t)o->h->times;
  const hsize_t of_points[] = {(hsize_t)o->h->points, times, 6};
  o->f->control.name = "/control";
  o->f->control.width = 6;
  AM_TRY(open_dataset(o, "control", &o->f->control.dataset, size, &all.rank));
  int behind = 3 - all.rank;
  if (behind >= 0 && behind < 3 &&
      !memcmp(size, of_points + behind, (size_t)all.rank * sizeof *size))
    return behind ? read_common_control(o, &all) : AM_OK;
  return wrong_shape(
      o, "control", size, all.rank,
      am_format(o->arena, "[6], [%ld][6] or [%ld][%ld][6]", o->h->times,
                o->h->points, o->h->times));
}

static am_status open_values(const opening *o, am_history_group *group,
                             int i, const char *name, int most_rank) {
  const char *path = am_format(o->arena, "%s/%s", group->name, name);
  hsize_t size[H5S_MAX_RANK] = {0};
  int rank = 0;
  AM_TRY(open_dataset(o, path, &group->datasets[i], size, &rank));
  bool fits = rank >= 1 && rank <= most_rank &&
              (long)size[0] == o->h->points &&
              (rank < 2 || (size[1] >= 1 && size[1] <= MOST_VALUES));
  if (!fits)
    return wrong_shape(
        o, path, size, rank,
        am_format(o->arena, "[%ld]%s", o->h->points,
                  most_rank == 1 ? "" : ", or with components behind it"));
  group->values[i] =
      (am_history_values){name, rank < 2 ? 1 : (int)size[1]};
  return AM_OK;
}

/* Opens an external field: [T], common to all points, or [N][T]. */
static am_status open_external(const opening *o, am_history_group *group,
                               int i, const char *name, int most_rank) {
  const char *path = am_format(o->arena, "%s/%s", group->name, name);
  slab all = {.what = am_format(o->arena, "/%s", path)};
  hsize_t *size = all.size, times = (hsize_t)o->h->times;
  const hsize_t of_points[] = {(hsize_t)o->h->points, times};
  AM_TRY(open_dataset(o, path, &group->datasets[i], size, &all.rank));
  int behind = most_rank - all.rank;
  if (behind < 0 || behind > 1 ||
      memcmp(size, of_points + behind, (size_t)all.rank * sizeof *size))
    return wrong_shape(o, path, size, all.rank,
                       am_format(o->arena, "[%ld] or [%ld][%ld]", o->h->times,
                                 o->h->points, o->h->times));
  group->values[i] = (am_history_values){name, 1};
  o->f->courses[i] = (am_history_course){
      .name = all.what, .dataset = group->datasets[i], .width = 1};
  if (!behind) return AM_OK;
  double *values = AM_ARRAY(o->arena, double, o->h->times);
  AM_TRY(read_slab(o->f, o->report, group->datasets[i], &all, values));
  AM_TRY(check_values(o->f, o->report, &all, &numbers, values));
  o->f->common[i] = values;
  return AM_OK;
}

typedef am_status open_member(const opening *o, am_history_group *group, int i,
                              const char *name, int most_rank);

static am_status open_group(const opening *o, am_history_group *group,
                            const char *name, int most_rank,
                            open_member *open_one) {
  *group = (am_history_group){.name = name};
  if (H5Lexists(o->f->file, name, H5P_DEFAULT) <= 0) return AM_OK;
  hid_t opened = am_h5_group(o->f->file, name);
  if (opened < 0)
    return wrong_file(o->f, o->report,
                      "/%s is no group of datasets", name);
  size_t count = 0;
  const char **names = names_in(o->arena, opened, &count);
  am_h5_release(opened);
  group->datasets = AM_ARRAY(o->arena, hid_t, count);
  group->values = AM_ARRAY(o->arena, am_history_values, count);
  group->count = (int)count;
  if (open_one == open_external) {
    o->f->courses = AM_ARRAY(o->arena, am_history_course, count);
    o->f->common = AM_ARRAY(o->arena, const double *, count);
  }
  for (int i = 0; i < group->count; i++)
    AM_TRY(open_one(o, group, i, names[i], most_rank));
  return AM_OK;
}

static am_status open_externals(const opening *o) {
  return open_group(o, &o->f->externals, "external", 2, open_external);
}

static am_status open_all(const opening *o, const char *path) {
  const char *obstacle = am_h5_obstacle(path, AM_H5_READ);
  if (obstacle)
    return wrong_file(o->f, o->report, "%s", obstacle);
  o->f->file = am_h5_open(path, AM_H5_READ);
  if (o->f->file < 0)
    return wrong_file(o->f, o->report, "%s", am_h5_why(o->arena));
  AM_TRY(check_names(o));
  AM_TRY(open_time(o));
  AM_TRY(open_target(o));
  AM_TRY(open_control(o));
  AM_TRY(open_group(o, &o->f->parameters, "parameters", 1, open_values));
  AM_TRY(open_group(o, &o->f->initials, "initial", 2, open_values));
  return open_externals(o);
}

am_status am_histories_open(am_arena *arena, am_report *report,
                            const char *path, am_place place,
                            am_histories **histories) {
  am_histories *h = *histories = AM_NEW(arena, am_histories);
  am_histories_file *f = h->file = AM_NEW(arena, am_histories_file);
  *f = (am_histories_file){.arena = arena, .place = place, .file = -1,
                           .name = am_quoted(arena, path)};
  am_input_note(report, path);
  AM_TRY(am_h5_begin(arena, report));
  am_status status = open_all(&(opening){h, f, arena, report}, path);
  if (status != AM_OK) {
    am_histories_close(h);
    return status;
  }
  h->parameters = f->parameters.values;
  h->parameter_count = f->parameters.count;
  h->initials = f->initials.values;
  h->initial_count = f->initials.count;
  h->externals = f->externals.values;
  h->external_count = f->externals.count;
  return AM_OK;
}

void am_histories_close(am_histories *h) {
  if (h->file->file >= 0) H5Fclose(h->file->file);
  h->file->file = -1;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads as many entries of these points as fit into the buffer. */
static am_status read_ahead(const am_histories *h, am_report *report,
                            am_history_course *c, const slab *wanted) {
  const am_histories_file *f = h->file;
  slab all = *wanted;
  long count = (long)wanted->size[0], entry = (long)wanted->start[1];
  long most = AHEAD / ((long)sizeof(double) * c->width * count);
  long entries = most < 1 ? 1 : most;
  if (entries > h->times - entry) entries = h->times - entry;
  size_t values = (size_t)(c->width * count * entries);
  if (values > c->capacity) {
    c->ahead = AM_ARRAY(f->arena, double, values);
    c->capacity = values;
  }
  c->entries = 0;
  all.size[1] = (hsize_t)entries;
  AM_TRY(read_slab(f, report, c->dataset, &all, c->ahead));
  c->first = (long)wanted->start[0];
  c->count = count;
  c->entry = entry;
  c->entries = entries;
  return AM_OK;
}

/* Reads values [points][width] of one entry. */
static am_status read_course(const am_histories *h, am_report *report,
                             am_history_course *c, const slab *wanted,
                             double *values) {
  long first = (long)wanted->start[0], count = (long)wanted->size[0];
  long entry = (long)wanted->start[1];
  bool there = c->entry <= entry && entry < c->entry + c->entries &&
               c->first <= first && first + count <= c->first + c->count;
  if (!there) AM_TRY(read_ahead(h, report, c, wanted));
  for (long i = 0; i < count; i++)
    memcpy(values + c->width * i,
           c->ahead + c->width * ((first - c->first + i) * c->entries + entry -
                                  c->entry),
           (size_t)c->width * sizeof *values);
  return AM_OK;
}

static slab slab_of(const am_history_course *c, long entry, long first,
                    long count) {
  return (slab){.what = c->name, .rank = c->width > 1 ? 3 : 2,
                .start = {(hsize_t)first, (hsize_t)entry},
                .size = {(hsize_t)count, 1, (hsize_t)c->width}};
}

am_status am_histories_target(am_histories *h, am_report *report, long entry,
                              long first, long count, double *values) {
  am_histories_file *f = h->file;
  const slab wanted = slab_of(&f->target, entry, first, count);
  AM_TRY(read_course(h, report, &f->target, &wanted, values));
  return check_values(f, report, &wanted, &numbers, values);
}

am_status am_histories_control(am_histories *h, am_report *report, long entry,
                               long first, long count, double *values) {
  am_histories_file *f = h->file;
  const slab wanted = slab_of(&f->control, entry, first, count);
  AM_TRY(read_course(h, report, &f->control, &wanted, values));
  return check_values(f, report, &wanted, &kinds, values);
}

am_status am_histories_external(am_histories *h, am_report *report, int i,
                                const am_history_range *r, double *values) {
  am_histories_file *f = h->file;
  am_history_course *c = &f->courses[i];
  for (long p = 0; f->common[i] && p < r->count; p++)
    values[p] = f->common[i][r->entry];
  if (f->common[i]) return AM_OK;
  const slab wanted = slab_of(c, r->entry, r->first, r->count);
  AM_TRY(read_course(h, report, c, &wanted, values));
  return check_values(f, report, &wanted, &numbers, values);
}

static am_status read_group(const am_histories *h, am_report *report,
                            const am_history_group *group, int i, long first,
                            long count, double *values) {
  const am_histories_file *f = h->file;
  slab wanted = {.what = am_format(f->arena, "/%s/%s", group->name,
                                   group->values[i].name),
                 .start = {(hsize_t)first}};
  wanted.rank = am_h5_size(group->datasets[i], wanted.size);
  wanted.size[0] = (hsize_t)count;
  AM_TRY(read_slab(f, report, group->datasets[i], &wanted, values));
  return check_values(f, report, &wanted, &numbers, values);
}

am_status am_histories_parameter(am_histories *h, am_report *report, int i,
                                 long first, long count, double *values) {
  return read_group(h, report, &h->file->parameters, i, first, count, values);
}

am_status am_histories_initial(am_histories *h, am_report *report, int i,
                               long first, long count, double *values) {
  return read_group(h, report, &h->file->initials, i, first, count, values);
}
