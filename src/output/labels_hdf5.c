#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "output/h5.h"
#include "output/labels.h"

/* Chunks that many slabs share are decoded for each of them: few slabs. */
enum { AT_A_TIME = 1 << 23 };

typedef struct am_labels_dataset am_labels_dataset;
struct am_labels_dataset {
  am_arena *arena;
  am_place place;
  const char *name; /* "'FILE', dataset 'NAME'" */
  hid_t file, set;
};

static am_status wrong(const am_labels_dataset *d, am_report *report,
                       const char *format, ...) AM_PRINTF(3, 4);

static am_status wrong(const am_labels_dataset *d, am_report *report,
                       const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *why = am_format_list(d->arena, format, arguments);
  va_end(arguments);
  return am_error(report, AM_INPUT, d->place, "%s: %s", d->name, why);
}

static void close_file(void *data) {
  am_labels_dataset *d = data;
  am_h5_release(d->set);
  am_h5_release(d->file);
}

static am_status open_dataset(am_labels_dataset *d, am_report *report,
                              const char *path, const char *dataset) {
  d->name = am_h5_name(d->arena, path);
  const char *obstacle = am_h5_obstacle(path, AM_H5_READ);
  if (obstacle) return wrong(d, report, "cannot be read: %s", obstacle);
  hid_t access = am_h5_access(AM_H5_READ);
  d->file = H5Fopen(path, H5F_ACC_RDONLY, access);
  am_h5_release(access);
  if (d->file < 0)
    return wrong(d, report, "cannot be read: %s", am_h5_why(d->arena));
  d->name = am_format(d->arena, "%s, dataset %s", d->name,
                      am_h5_name(d->arena, dataset));
  d->set = am_h5_dataset(d->file, dataset, H5P_DEFAULT);
  if (d->set < 0)
    return wrong(d, report, "cannot be read: %s", am_h5_why(d->arena));
  return AM_OK;
}

static bool holds_numbers(hid_t set) {
  hid_t type = H5Dget_type(set);
  H5T_class_t kind = H5Tget_class(type);
  am_h5_release(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

/* The number of elements; 0: none, or too many. */
static long count_of(const hsize_t *size, int rank) {
  long count = 1;
  for (int d = 0; d < rank; d++) {
    if (!size[d] || size[d] > (hsize_t)(INT_MAX / count)) return 0;
    count *= (long)size[d];
  }
  return count;
}

am_status am_labels_hdf5_open(am_arena *arena, am_report *report,
                              const char *path, const char *dataset,
                              am_place place, am_labels_hdf5 *hdf5) {
  am_labels_dataset *d = AM_NEW(arena, am_labels_dataset);
  *d = (am_labels_dataset){
      .arena = arena, .place = place, .file = -1, .set = -1};
  *hdf5 = (am_labels_hdf5){.dataset = d};
  am_input_note(report, path);
  am_h5_begin(arena);
  am_arena_defer(arena, close_file, d);
  AM_TRY(open_dataset(d, report, path, dataset));
  hsize_t size[H5S_MAX_RANK];
  int rank = am_h5_size(d->set, size);
  if (rank == 4 && size[3] == 1) rank = 3;
  if ((rank != 1 && rank != 3) || !holds_numbers(d->set))
    return wrong(d, report, "expected integers [nz][ny][nx] or [voxels]");
  hdf5->voxels = count_of(size, rank);
  for (int i = 0; rank == 3 && i < 3 && hdf5->voxels; i++)
    hdf5->grid[i] = (int)size[2 - i];
  if (hdf5->voxels) return AM_OK;
  return wrong(d, report, "found %s, expected 1 to 2147483647 voxels",
               am_h5_shape(arena, size, rank));
}

/* Entries first … first + count - 1 of the first dimension. */
static bool read_slab(hid_t set, int rank, const hsize_t *size, hsize_t first,
                      hsize_t count, double *values) {
  hsize_t start[H5S_MAX_RANK] = {first}, part[H5S_MAX_RANK];
  memcpy(part, size, (size_t)rank * sizeof *part);
  part[0] = count;
  return am_h5_read(set, rank, start, part, values);
}

am_status am_labels_hdf5_read(am_labels_hdf5 *hdf5, am_report *report,
                              int *labels) {
  const am_labels_dataset *d = hdf5->dataset;
  hsize_t size[H5S_MAX_RANK], most;
  int rank = am_h5_size(d->set, size);
  hsize_t each = (hsize_t)hdf5->voxels / size[0];
  most = each < AT_A_TIME ? AT_A_TIME / each : 1;
  if (most > size[0]) most = size[0];
  double *values = am_arena_room(d->arena, most * each * sizeof *values);
  for (hsize_t first = 0; first < size[0]; first += most) {
    hsize_t count = size[0] - first < most ? size[0] - first : most;
    if (!read_slab(d->set, rank, size, first, count, values))
      return wrong(d, report, "cannot be read: %s", am_h5_why(d->arena));
    AM_TRY(am_labels_of(report, d->name, d->place, values,
                        (long)(first * each), (long)(count * each),
                        labels + first * each));
  }
  return AM_OK;
}
