/* histories.c: opens and reads files of histories. */
#include "archive/parts.h"

enum { AHEAD = 64 << 20 }; /* maximum size of data read ahead (bytes) */
enum { MOST_NAMES = 10000 };

/* Datasets, and groups of datasets, in the root group, with their shapes: N
 * points, T times, C components. */
typedef struct {
  const char *name, *shapes[3], *limits;
  bool kinds; /* values are 0 or 1 */
} content;

static const content contents[] = {
    {"time", {"T"}, " with T from 2 to 100000000", false},
    {"target", {"NT6"}, " with N from 1 to 1000000000", false},
    {"control", {"6", "T6", "NT6"}, "", true},
    {"parameters", {"N"}, "", false},
    {"initial", {"N", "NC"}, " with 1 to 1000 components", false},
    {"external", {"T", "NT"}, "", false}};
enum { TIME, TARGET, CONTROL, PARAMETERS, INITIAL, EXTERNAL, CONTENTS };

/* A part [size…] of a dataset, starting at `start`. */
typedef struct {
  const char *path; /* "/initial/alpha" */
  hsize_t start[H5S_MAX_RANK], size[H5S_MAX_RANK];
  int rank;
} slab;

/* A dataset, and the part of it that was read ahead: [count][entries][width],
 * points from `first`, times from `entry`. */
struct am_history_data {
  slab whole;
  bool kinds;     /* values are 0 or 1 */
  hid_t set;
  bool timed;     /* has a dimension of times */
  long width;     /* components */
  double *common; /* values common to all points, or NULL */
  double *ahead;
  size_t capacity; /* size of `ahead` (doubles) */
  long first, count, entry, entries;
};

/* AM_INPUT with the message "NAME: ..." at the place of the file. */
#define wrong_file(h, ...)                                                \
  am_error((h)->report, AM_INPUT, (h)->place, "%s: %s", (h)->name,        \
           am_format((h)->arena, __VA_ARGS__))

/* ---- values ------------------------------------------------------------- */

/* Checks values; the message for the first invalid one shows its index,
 * "[12][3][0]". */
static am_status check_values(const am_histories *h,
                              const slab *s, bool kinds,
                              const double *values) {
  hsize_t count = 1, i = 0, index[H5S_MAX_RANK];
  for (int k = 0; k < s->rank; k++) count *= s->size[k];
  while (i < count && (kinds ? values[i] == 0 || values[i] == 1
                             : isfinite(values[i])))
    i++;
  if (i == count) return AM_OK;
  hsize_t rest = i;
  for (int k = s->rank - 1; k >= 0; k--) {
    index[k] = s->start[k] + rest % s->size[k];
    rest /= s->size[k];
  }
  return wrong_file(h, "%s%s is %g, expected %s", s->path,
                    am_h5_shape(h->arena, index, s->rank), values[i],
                    kinds ? "0 or 1" : "a finite number");
}

static am_status read_slab(const am_histories *h,
                           hid_t dataset, const slab *s, double *values) {
  if (am_h5_read(dataset, s->rank, s->start, s->size, values)) return AM_OK;
  return wrong_file(h, "cannot read %s: %s", s->path, am_h5_why(h->arena));
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

/* Rejects names that resemble a known one, since a misspelt dataset would be
 * ignored silently. */
static am_status check_names(const am_histories *h) {
  size_t count = 0;
  const char **names = names_in(h->arena, h->file, &count);
  const char *known[CONTENTS];
  for (int i = 0; i < CONTENTS; i++) known[i] = contents[i].name;
  for (size_t i = 0; i < count; i++) {
    const char *nearest = am_nearest(names[i], known, CONTENTS);
    if (nearest && strcmp(nearest, names[i]) &&
        H5Lexists(h->file, nearest, H5P_DEFAULT) <= 0)
      return wrong_file(h, "unknown name /%s (did you mean '%s'?)",
                        am_printable(h->arena, names[i], strlen(names[i])),
                        nearest);
  }
  return AM_OK;
}

/* Size of the dimension with this letter; 0: not yet known, or any. */
static long size_of(const am_histories *h, char letter) {
  return letter == 'N'   ? h->points
         : letter == 'T' ? h->times
         : letter == 'C' ? 0
                         : letter - '0';
}

static bool has_shape(const am_histories *h, const char *shape,
                      const slab *s) {
  if (!shape || (int)strlen(shape) != s->rank) return false;
  for (int i = 0; i < s->rank; i++) {
    long size = size_of(h, shape[i]), least = size, most = size;
    if (!size) {
      least = shape[i] == 'T' ? 2 : 1;
      most = shape[i] == 'N' ? 1000000000 : shape[i] == 'T' ? 100000000 : 1000;
    }
    if (s->size[i] < (hsize_t)least || s->size[i] > (hsize_t)most) return false;
  }
  return true;
}

static am_status wrong_shape(am_histories *h, const content *c,
                             const slab *s) {
  am_buffer expected = {.arena = h->arena};
  for (int i = 0; i < 3 && c->shapes[i]; i++) {
    bool last = i == 2 || !c->shapes[i + 1];
    am_buffer_add(&expected, "%s", !i ? "" : last ? " or " : ", ");
    for (const char *k = c->shapes[i]; *k; k++)
      if (size_of(h, *k))
        am_buffer_add(&expected, "[%ld]", size_of(h, *k));
      else
        am_buffer_add(&expected, *k == 'C' ? "[components]" : "[%c]", *k);
  }
  return wrong_file(h, "%s is %s, expected %s%s", s->path,
                    am_h5_shape(h->arena, s->size, s->rank), expected.text,
                    c->limits);
}

/* Opens a dataset of numbers.  Targets are read point by point for any shape of
 * chunks; the cache keeps the chunks of a block of points in memory. */
static am_status open_dataset(const am_histories *h, const char *path,
                              struct am_history_data *d) {
  enum { SLOTS = 12421, BYTES = 64 << 20 };
  d->whole.path = am_printable(h->arena, path, strlen(path));
  if (H5Lexists(h->file, path, H5P_DEFAULT) <= 0)
    return wrong_file(h, "missing dataset %s", d->whole.path);
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_chunk_cache(access, SLOTS, BYTES, 1);
  d->set = am_h5_dataset(h->file, path, access);
  am_h5_release(access);
  if (d->set < 0)
    return wrong_file(h, "cannot open dataset %s: %s",
                      d->whole.path, am_h5_why(h->arena));
  d->whole.rank = am_h5_size(d->set, d->whole.size);
  hid_t type = H5Dget_type(d->set);
  H5T_class_t class = H5Tget_class(type);
  am_h5_release(type);
  if (d->whole.rank >= 0 &&
      (class == H5T_INTEGER || class == H5T_FLOAT || class == H5T_ENUM))
    return AM_OK;
  return wrong_file(h, "%s does not contain numbers", d->whole.path);
}

/* Opens a dataset of some content, and reads values common to all points. */
static am_status open_values(am_histories *h, const content *c,
                             const char *path, am_history_values *values) {
  struct am_history_data *d = AM_NEW(h->arena, struct am_history_data);
  const char *shape = NULL;
  *values = (am_history_values){.name = strrchr(path, '/') + 1, .data = d};
  d->kinds = c->kinds;
  AM_TRY(open_dataset(h, path, d));
  const slab *all = &d->whole;
  for (int i = 0; i < 3 && !shape; i++)
    if (has_shape(h, c->shapes[i], all)) shape = c->shapes[i];
  if (!shape) return wrong_shape(h, c, all);
  d->timed = strchr(shape, 'T') != NULL;
  d->width = strpbrk(shape, "6C") ? (long)all->size[all->rank - 1] : 1;
  values->components = (int)d->width;
  if (*shape == 'N') return AM_OK;
  d->common = AM_ARRAY(h->arena, double,
                       d->width * (d->timed ? (long)all->size[0] : 1));
  AM_TRY(read_slab(h, d->set, all, d->common));
  return check_values(h, all, d->kinds, d->common);
}

static am_status open_time(am_histories *h) {
  am_history_values values;
  AM_TRY(open_values(h, &contents[TIME], "/time", &values));
  const double *time = h->time = values.data->common;
  h->times = (long)values.data->whole.size[0];
  for (long i = 1; i < h->times; i++)
    if (time[i] < time[i - 1])
      return wrong_file(h,
                        "/time[%ld] is %.17g, expected at least %.17g, the "
                        "entry before it", i, time[i], time[i - 1]);
  return AM_OK;
}

static am_status open_control(am_histories *h) {
  AM_TRY(open_values(h, &contents[CONTROL], "/control", &h->kinds));
  const struct am_history_data *d = h->kinds.data;
  if (!d->common) return AM_OK;
  int(*control)[6] =
      am_arena_alloc(h->arena, (size_t)h->times * sizeof *control);
  for (long i = 0; i < h->times * 6; i++)
    control[i / 6][i % 6] = (int)d->common[d->timed ? i : i % 6];
  h->control = (const int(*)[6])control;
  return AM_OK;
}

static am_status open_group(am_histories *h, const content *c,
                            am_history_values **values, int *count) {
  size_t size = 0;
  if (H5Lexists(h->file, c->name, H5P_DEFAULT) <= 0) return AM_OK;
  hid_t group = am_h5_group(h->file, c->name);
  if (group < 0)
    return wrong_file(h, "/%s is not a group of datasets", c->name);
  const char **names = names_in(h->arena, group, &size);
  am_h5_release(group);
  *values = AM_ARRAY(h->arena, am_history_values, size);
  *count = (int)size;
  for (size_t i = 0; i < size; i++)
    AM_TRY(open_values(h, c, am_format(h->arena, "/%s/%s", c->name, names[i]),
                       &(*values)[i]));
  return AM_OK;
}

static am_status open_all(am_histories *h, const char *path) {
  const char *obstacle = am_h5_obstacle(path, AM_H5_READ);
  if (obstacle) return wrong_file(h, "%s", obstacle);
  h->file = am_h5_open(path, AM_H5_READ);
  if (h->file < 0) return wrong_file(h, "%s", am_h5_why(h->arena));
  AM_TRY(check_names(h));
  AM_TRY(open_time(h));
  AM_TRY(open_values(h, &contents[TARGET], "/target", &h->target));
  h->points = (long)h->target.data->whole.size[0];
  AM_TRY(open_control(h));
  AM_TRY(open_group(h, &contents[PARAMETERS], &h->parameters,
                    &h->parameter_count));
  AM_TRY(open_group(h, &contents[INITIAL], &h->initials, &h->initial_count));
  return open_group(h, &contents[EXTERNAL], &h->externals, &h->external_count);
}

am_status am_histories_open(am_arena *arena, am_report *report,
                            const char *path, am_place place,
                            am_histories **histories) {
  am_histories *h = *histories = AM_NEW(arena, am_histories);
  *h = (am_histories){.arena = arena, .place = place, .file = -1,
                      .report = report, .name = am_quoted(arena, path)};
  am_input_note(report, path);
  AM_TRY(am_h5_begin(arena, report));
  am_status status = open_all(h, path);
  if (status != AM_OK) am_histories_close(h);
  return status;
}

void am_histories_close(am_histories *h) {
  if (h->file >= 0) H5Fclose(h->file);
  h->file = -1;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads as many entries of these points as fit into the buffer. */
static am_status read_ahead(const am_histories *h,
                            struct am_history_data *d, slab part) {
  long count = (long)part.size[0], entry = (long)part.start[1];
  long most = AHEAD / ((long)sizeof(double) * d->width * count);
  long entries = most < 1 ? 1 : most;
  if (entries > h->times - entry) entries = h->times - entry;
  size_t values = (size_t)(d->width * count * entries);
  if (values > d->capacity) {
    d->ahead = AM_ARRAY(h->arena, double, values);
    d->capacity = values;
  }
  d->entries = 0;
  part.size[1] = (hsize_t)entries;
  AM_TRY(read_slab(h, d->set, &part, d->ahead));
  d->first = (long)part.start[0];
  d->count = count;
  d->entry = entry;
  d->entries = entries;
  return AM_OK;
}

/* Reads values [points][width] of one entry. */
static am_status read_entry(const am_histories *h,
                            struct am_history_data *d, const slab *part,
                            double *values) {
  long first = (long)part->start[0], count = (long)part->size[0];
  long entry = (long)part->start[1];
  bool there = d->entry <= entry && entry < d->entry + d->entries &&
               d->first <= first && first + count <= d->first + d->count;
  if (!there) AM_TRY(read_ahead(h, d, *part));
  for (long i = 0; i < count; i++)
    memcpy(values + d->width * i,
           d->ahead + d->width * ((first - d->first + i) * d->entries + entry -
                                  d->entry),
           (size_t)d->width * sizeof *values);
  return AM_OK;
}

am_status am_histories_read(am_histories *h, am_report *report,
                            const am_history_values *dataset,
                            const am_history_range *r, double *values) {
  struct am_history_data *d = dataset->data;
  slab part = d->whole;
  h->report = report;
  for (long i = 0; d->common && i < r->count * d->width; i++)
    values[i] = d->common[(d->timed ? r->entry * d->width : 0) + i % d->width];
  if (d->common) return AM_OK;
  part.start[0] = (hsize_t)r->first;
  part.size[0] = (hsize_t)r->count;
  if (d->timed) {
    part.start[1] = (hsize_t)r->entry;
    part.size[1] = 1;
  }
  AM_TRY(d->timed ? read_entry(h, d, &part, values)
                  : read_slab(h, d->set, &part, values));
  return check_values(h, &part, d->kinds, values);
}
