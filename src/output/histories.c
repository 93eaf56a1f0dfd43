#include "output/histories.h"

#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "output/histories_file.h"

enum { MOST_POINTS = 1000000000, MOST_TIMES = 100000000 };
enum { MOST_VALUES = 1000, MOST_NAMES = 10000 };

/* What is read of the root. */
static const char *const known[] = {"time", "target", "control", "parameters",
                                    "initial"};
enum { KNOWN = sizeof known / sizeof *known };

/* A file that is opened. */
typedef struct {
  am_histories *h;
  am_histories_file *f;
  am_arena *arena;
  am_report *report;
} opening;

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

static const char *shown(const opening *o, const char *name) {
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
      return am_histories_error(o->f, o->report,
                                "found /%s, which is not read (did you mean "
                                "'%s'?)", shown(o, names[i]), nearest);
  }
  return AM_OK;
}

static bool is_number(hid_t dataset) {
  hid_t type = H5Dget_type(dataset);
  H5T_class_t class = H5Tget_class(type);
  am_h5_release(type);
  return class == H5T_INTEGER || class == H5T_FLOAT || class == H5T_ENUM;
}

/* Targets are read by points, whatever the chunks: those of a block stay. */
static hid_t dataset_access(void) {
  enum { SLOTS = 12421, BYTES = 64 << 20 };
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_chunk_cache(access, SLOTS, BYTES, 1);
  return access;
}

/* Opens a dataset of numbers; its size [H5S_MAX_RANK] and rank. */
static am_status open_dataset(const opening *o, const char *path,
                              hid_t *dataset, hsize_t *size, int *rank) {
  if (H5Lexists(o->f->file, path, H5P_DEFAULT) <= 0)
    return am_histories_error(o->f, o->report, "found no dataset /%s",
                              shown(o, path));
  hid_t access = dataset_access();
  *dataset = am_h5_dataset(o->f->file, path, access);
  am_h5_release(access);
  if (*dataset < 0)
    return am_histories_error(o->f, o->report, "/%s is no dataset: %s",
                              shown(o, path), am_h5_why(o->arena));
  *rank = am_h5_size(*dataset, size);
  if (*rank >= 0 && is_number(*dataset)) return AM_OK;
  return am_histories_error(o->f, o->report, "/%s does not hold numbers",
                            shown(o, path));
}

static am_status wrong_shape(const opening *o, const char *path,
                             const hsize_t *size, int rank,
                             const char *expected) {
  return am_histories_error(o->f, o->report, "/%s is %s, expected %s",
                            shown(o, path), am_h5_shape(o->arena, size, rank),
                            expected);
}

static am_status check_times(const opening *o) {
  const double *time = o->h->time;
  for (long i = 1; i < o->h->times; i++)
    if (time[i] < time[i - 1])
      return am_histories_error(o->f, o->report,
                                "/time[%ld] is %.17g, expected at least "
                                "%.17g, the entry before it", i, time[i],
                                time[i - 1]);
  return AM_OK;
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
  AM_TRY(am_histories_all(o->f, o->report, dataset, "/time", size, 1, time));
  o->h->time = time;
  o->h->times = (long)size[0];
  am_h5_release(dataset);
  return check_times(o);
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

/* control [times][6] from values [rows][6] with rows = times or 1 */
static am_status take_control(const opening *o, const double *values,
                              bool varies) {
  int(*control)[6] = am_arena_alloc(o->arena,
                                    (size_t)o->h->times * sizeof *control);
  for (long i = 0; i < o->h->times * 6; i++) {
    double value = values[varies ? i : i % 6];
    if (value != 0 && value != 1)
      return am_histories_error(
          o->f, o->report, "/control%s[%ld] is %g, expected 0 or 1",
          varies ? am_format(o->arena, "[%ld]", i / 6) : "", i % 6, value);
    control[i / 6][i % 6] = (int)value;
  }
  o->h->control = (const int(*)[6])control;
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
  AM_TRY(am_histories_all(o->f, o->report, dataset, "/control", size, rank,
                          values));
  am_h5_release(dataset);
  return take_control(o, values, varies);
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
    return am_histories_error(o->f, o->report,
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
    return am_histories_error(o->f, o->report, "%s", obstacle);
  hid_t access = am_h5_access(AM_H5_READ);
  o->f->file = H5Fopen(path, H5F_ACC_RDONLY, access);
  am_h5_release(access);
  if (o->f->file < 0)
    return am_histories_error(o->f, o->report, "%s", am_h5_why(o->arena));
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
                           .name = am_h5_name(arena, path)};
  am_input_note(report, path);
  am_h5_begin(arena);
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
