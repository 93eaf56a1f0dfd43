/* histories.c: files of many points' histories, opened and read. */
#include "output/histories.h"

#include <math.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "output/h5.h"

enum { MOST_POINTS = 1000000000, MOST_TIMES = 100000000 };
enum { AHEAD = 64 << 20 }; /* bytes that are read ahead */
enum { MOST_VALUES = 1000, MOST_NAMES = 10000 };

/* What is read of the root. */
static const char *const known[] = {"time", "target", "control", "parameters",
                                    "initial"};
enum { KNOWN = sizeof known / sizeof *known };

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

/* A file that is opened. */
typedef struct {
  am_histories *h;
  am_histories_file *f;
  am_arena *arena;
  am_report *report;
} opening;

/* AM_INPUT with "NAME: ..." at the place of the file. */
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

/* The first value of a slab that is not finite is an error, which shows its
 * index, "[12][3][0]". */
static am_status check_values(const am_histories_file *f, am_report *report,
                              const char *what, const hsize_t *start,
                              const hsize_t *size, int rank,
                              const double *values) {
  hsize_t count = 1, i = 0, index[H5S_MAX_RANK];
  for (int k = 0; k < rank; k++) count *= size[k];
  while (i < count && isfinite(values[i])) i++;
  if (i == count) return AM_OK;
  hsize_t rest = i;
  for (int k = rank - 1; k >= 0; k--) {
    index[k] = start[k] + rest % size[k];
    rest /= size[k];
  }
  return wrong_file(f, report, "%s%s is %g, expected a finite number", what,
                    am_h5_shape(f->arena, index, rank), values[i]);
}

/* The part of a dataset [size…] from `start` on as doubles, all finite. */
static am_status read_finite(const am_histories_file *f, am_report *report,
                             hid_t dataset, const char *what,
                             const hsize_t *start, const hsize_t *size,
                             int rank, double *values) {
  if (!am_h5_read(dataset, rank, start, size, values))
    return wrong_file(f, report, "cannot read %s: %s", what,
                      am_h5_why(f->arena));
  return check_values(f, report, what, start, size, rank, values);
}

static am_status read_all(const am_histories_file *f, am_report *report,
                          hid_t dataset, const char *what,
                          const hsize_t *size, int rank, double *values) {
  static const hsize_t start[H5S_MAX_RANK] = {0};
  return read_finite(f, report, dataset, what, start, size, rank, values);
}

/* ---- opening ------------------------------------------------------------ */

/* Names in a group, by name. */
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

/* A name that is nearly one that is read would be a silent mistake. */
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

/* Opens a dataset of numbers; its size [H5S_MAX_RANK] and rank.  Targets are
 * read by points, whatever the chunks: those of a block stay in memory. */
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
  AM_TRY(read_all(o->f, o->report, dataset, "/time", size, 1, time));
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
  AM_TRY(open_dataset(o, "target", &o->f->target, size, &rank));
  if (rank != 3 || (long)size[1] != o->h->times || size[2] != 6 ||
      size[0] < 1 || size[0] > MOST_POINTS)
    return wrong_shape(
        o, "target", size, rank,
        am_format(o->arena, "[N][%ld][6] with N from 1 to 1000000000",
                  o->h->times));
  o->h->points = (long)size[0];
  return AM_OK;
}

static am_status open_control(const opening *o) {
  hid_t dataset;
  hsize_t size[H5S_MAX_RANK] = {0};
  int rank = 0;
  AM_TRY(open_dataset(o, "control", &dataset, size, &rank));
  bool fixed = rank == 1 && size[0] == 6;
  bool varies = rank == 2 && (long)size[0] == o->h->times && size[1] == 6;
  if (!fixed && !varies)
    return wrong_shape(o, "control", size, rank,
                       am_format(o->arena, "[6] or [%ld][6]", o->h->times));
  double *values =
      AM_ARRAY(o->arena, double, 6 * (varies ? o->h->times : 1));
  AM_TRY(read_all(o->f, o->report, dataset, "/control", size, rank,
                  values));
  am_h5_release(dataset);
  /* control [times][6] from values [rows][6] with rows = times or 1 */
  int(*control)[6] = am_arena_alloc(o->arena,
                                    (size_t)o->h->times * sizeof *control);
  for (long i = 0; i < o->h->times * 6; i++) {
    double value = values[varies ? i : i % 6];
    if (value != 0 && value != 1)
      return wrong_file(
          o->f, o->report, "/control%s[%ld] is %g, expected 0 or 1",
          varies ? am_format(o->arena, "[%ld]", i / 6) : "", i % 6, value);
    control[i / 6][i % 6] = (int)value;
  }
  o->h->control = (const int(*)[6])control;
  return AM_OK;
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

static am_status open_group(const opening *o, am_history_group *group,
                            const char *name, int most_rank) {
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
  for (int i = 0; i < group->count; i++)
    AM_TRY(open_values(o, group, i, names[i], most_rank));
  return AM_OK;
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
  AM_TRY(open_group(o, &o->f->parameters, "parameters", 1));
  return open_group(o, &o->f->initials, "initial", 2);
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
  return AM_OK;
}

void am_histories_close(am_histories *h) {
  if (h->file->file >= 0) H5Fclose(h->file->file);
  h->file->file = -1;
}

/* ---- reading ------------------------------------------------------------ */

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
    return wrong_file(f, report, "cannot read /target: %s",
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
  return check_values(f, report, "/target", start, size, 3, values);
}

static am_status read_group(const am_histories *h, am_report *report,
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
  return read_group(h, report, &h->file->parameters, i, first, count, values);
}

am_status am_histories_initial(am_histories *h, am_report *report, int i,
                               long first, long count, double *values) {
  return read_group(h, report, &h->file->initials, i, first, count, values);
}
