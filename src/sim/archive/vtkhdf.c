/* vtkhdf.c: group /VTKHDF of a file of fields. */
#include "archive/parts.h"

enum { RANK = AM_VTKHDF_RANK, TENSOR = 9, MOST_PARTS = 50000 };
static const char group_name[] = "VTKHDF";

/* Components in VTK's order, as indices in automat's order. */
static const int symmetric_order[] = {0, 1, 2, 5, 3, 4};
static const int general_order[] = {0, 5, 4, 8, 1, 3, 7, 6, 2};

/* Order of a tensor's components in VTK, NULL for other arrays. */
static const int *order_of(const am_vtkhdf_array *a) {
  if (!a->component_names || (a->components != 6 && a->components != TENSOR))
    return NULL;
  for (int k = 0; k < a->components; k++) {
    const char *dot = strrchr(a->component_names[k], '.');
    const char *name = dot ? dot + 1 : a->component_names[k];
    if (strcmp(name, am_gradient_names[k])) return NULL;
  }
  return a->components == 6 ? symmetric_order : general_order;
}

/* Components that are consecutive in both orders. */
typedef struct {
  int ours, vtks, count;
} run;

/* Finds the runs of components; returns their number. */
static int find_runs(const am_vtkhdf_array *a, run runs[TENSOR]) {
  const int *order = order_of(a);
  int count = 0;
  for (int k = 0; order && k < a->components; k++)
    if (k && order[k] == order[k - 1] + 1)
      runs[count - 1].count++;
    else
      runs[count++] = (run){order[k], k, 1};
  if (!order) runs[count++] = (run){0, 0, a->components};
  return count;
}

bool am_vtkhdf_fits(const am_vtkhdf *image) {
  run runs[TENSOR];
  long parts = 0;
  for (long i = 0; i < image->count; i++)
    parts += find_runs(&image->arrays[i], runs);
  return parts * image->time_count <= MOST_PARTS;
}

/* Part of a dataspace: `count` indices from `first` in dimension `axis`, and
 * index `time` in dimension time_axis (-1: none). */
typedef struct {
  int rank, axis, time_axis;
  long size[RANK], first, count, time;
} part;

/* Negative if HDF5 fails. */
static hid_t select_part(const part *p) {
  hsize_t start[RANK] = {0}, size[RANK], count[RANK];
  for (int i = 0; i < p->rank; i++) size[i] = count[i] = (hsize_t)p->size[i];
  start[p->axis] = (hsize_t)p->first;
  count[p->axis] = (hsize_t)p->count;
  if (p->time_axis >= 0) {
    start[p->time_axis] = (hsize_t)p->time;
    count[p->time_axis] = 1;
  }
  hid_t space = H5Screate_simple(p->rank, size, NULL);
  if (space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL,
                                        count, NULL) >= 0)
    return space;
  am_h5_release(space);
  return -1;
}

/* Selects the whole array at one time, as shown in /VTKHDF: without directions
 * of one voxel. */
static part shown_part(const am_vtkhdf *image, const am_vtkhdf_array *a) {
  int timed = image->time_count > 1;
  part p = {.time_axis = timed - 1, .rank = timed,
            .size = {image->time_count}};
  for (int d = 2; d >= 0; d--)
    if (image->grid[d] > 1) p.size[p.rank++] = image->grid[d];
  if (a->components > 1 || !p.rank) p.size[p.rank++] = a->components;
  p.axis = p.rank - 1;
  p.count = p.size[p.axis];
  return p;
}

static bool map_part(hid_t list, const part *shown, const char *path,
                     const part *stored) {
  hid_t there = select_part(shown), here = select_part(stored);
  bool good = there >= 0 && here >= 0 &&
              H5Pset_virtual(list, there, ".", path, here) >= 0;
  am_h5_release(here);
  am_h5_release(there);
  return good;
}

/* Property list of an array over all times. */
static hid_t map_array(const am_vtkhdf *image, const am_vtkhdf_array *a) {
  part shown = shown_part(image, a);
  part stored = {.rank = a->rank, .axis = a->rank - 1,
                 .time_axis = a->time_axis, .count = a->size[a->rank - 1]};
  run runs[TENSOR];
  memcpy(stored.size, a->size, sizeof stored.size);
  int count = find_runs(a, runs);
  hid_t list = am_h5_creation(H5P_DATASET_CREATE);
  bool good = list >= 0;
  for (long t = 0; good && t < image->time_count; t++)
    for (int k = 0; good && k < count; k++) {
      shown.time = stored.time = t;
      if (count > 1) {
        shown.first = runs[k].vtks;
        stored.first = runs[k].ours;
        shown.count = stored.count = runs[k].count;
      }
      good = map_part(list, &shown, a->paths[t], &stored);
    }
  if (good) return list;
  am_h5_release(list);
  return -1;
}

static bool make_array(am_arena *arena, int64_t file, const am_vtkhdf *image,
                       const am_vtkhdf_array *a) {
  char *name = am_format(arena, "%s", a->name);
  for (char *c = name; *c; c++)
    if (*c == '/') *c = '.';
  part shown = shown_part(image, a);
  hsize_t size[RANK];
  for (int i = 0; i < shown.rank; i++) size[i] = (hsize_t)shown.size[i];
  hid_t set = am_h5_create(
      arena, file, am_format(arena, "%s/PointData/%s", group_name, name),
      shown.rank, size, map_array(image, a));
  am_h5_release(set);
  return set >= 0;
}

static bool describe_grid(hid_t group, const am_vtkhdf *image) {
  const long version[] = {image->time_count > 1 ? 2 : 1, 0};
  const double direction[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  long extent[6] = {0};
  double origin[3], spacing[3];
  for (int d = 0; d < 3; d++) {
    extent[2 * d + 1] = image->grid[d] - 1;
    spacing[d] = image->size[d] / image->grid[d];
    origin[d] = spacing[d] / 2;
  }
  return am_h5_set_ascii(group, "Type", "ImageData") &&
         am_h5_set_numbers(group, "Version", H5T_NATIVE_LONG, 2, version) &&
         am_h5_set_numbers(group, "WholeExtent", H5T_NATIVE_LONG, 6, extent) &&
         am_h5_set_numbers(group, "Origin", H5T_NATIVE_DOUBLE, 3, origin) &&
         am_h5_set_numbers(group, "Spacing", H5T_NATIVE_DOUBLE, 3, spacing) &&
         am_h5_set_numbers(group, "Direction", H5T_NATIVE_DOUBLE, 9, direction);
}

static bool write_steps(am_arena *arena, int64_t file, const am_vtkhdf *image) {
  const char *path = am_format(arena, "%s/Steps/Values", group_name);
  hsize_t count = (hsize_t)image->time_count;
  if (!am_h5_make_groups(arena, file, path)) return false;
  hid_t steps = am_h5_group(file, am_format(arena, "%s/Steps", group_name));
  bool good =
      steps >= 0 && am_h5_set_integer(steps, "NSteps", image->time_count);
  am_h5_release(steps);
  hid_t set = am_h5_create(arena, file, path, 1, &count,
                           am_h5_creation(H5P_DATASET_CREATE));
  good = good && set >= 0 &&
         H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                  image->times) >= 0;
  if (good) am_h5_release(set);
  return good;
}

bool am_vtkhdf_write(am_arena *arena, int64_t file, const am_vtkhdf *image) {
  const char *points = am_format(arena, "%s/PointData/", group_name);
  htri_t exists = H5Lexists(file, group_name, H5P_DEFAULT);
  if (exists < 0 || (exists && H5Ldelete(file, group_name, H5P_DEFAULT) < 0) ||
      (am_vtkhdf_fits(image) && !am_h5_make_groups(arena, file, points)))
    return false;
  if (!am_vtkhdf_fits(image)) return true;
  hid_t group = am_h5_group(file, group_name);
  bool good = group >= 0 && describe_grid(group, image);
  am_h5_release(group);
  for (long i = 0; good && i < image->count; i++)
    good = make_array(arena, file, image, &image->arrays[i]);
  return good && (image->time_count == 1 || write_steps(arena, file, image));
}
