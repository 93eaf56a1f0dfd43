/* vtkhdf.c: the group /VTKHDF beside images of voxels. */
#include "image/vtkhdf.h"

#include "base/text.h"
#include "archive/h5.h"

enum { RANK = 5 };
static const char group_name[] = "VTKHDF";

/* Components that follow one another here and in VTK's order. */
typedef struct {
  int ours, vtks, count;
} run;

static const run tensor_runs[] = {{0, 0, 3}, {5, 3, 1}, {3, 4, 2}};

/* The dimensions of an array over all images: a time unless there is one
 * image, planes, lines, voxels, components unless there is one. */
typedef struct {
  hsize_t size[RANK];
  int rank;
  bool timed, named;
} shape;

static shape shape_of(const am_vtkhdf *image, const am_vti_array *array) {
  const int *grid = image->voxels->grid;
  shape s = {.timed = image->count > 1, .named = array->components > 1};
  if (s.timed) s.size[s.rank++] = (hsize_t)image->count;
  for (int d = 2; d >= 0; d--) s.size[s.rank++] = (hsize_t)grid[d];
  if (s.named) s.size[s.rank++] = (hsize_t)array->components;
  return s;
}

/* A space with components first … first + count - 1 of image `time` selected;
 * time -1: of a dataset without times.  Negative where HDF5 fails. */
static hid_t select_run(const shape *s, long time, int first, int count) {
  hsize_t start[RANK] = {0}, size[RANK];
  const hsize_t one[RANK] = {1, 1, 1, 1, 1};
  int lacking = s->timed && time < 0, rank = s->rank - lacking;
  for (int i = 0; i < rank; i++) size[i] = s->size[i + lacking];
  hid_t space = H5Screate_simple(rank, size, NULL);
  if (s->timed && !lacking) {
    start[0] = (hsize_t)time;
    size[0] = 1;
  }
  if (s->named) {
    start[rank - 1] = (hsize_t)first;
    size[rank - 1] = (hsize_t)count;
  }
  if (space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL,
                                        one, size) >= 0)
    return space;
  am_h5_release(space);
  return -1;
}

static bool map_run(hid_t list, const shape *s, long time, const char *path,
                    run r) {
  hid_t there = select_run(s, time, r.vtks, r.count);
  hid_t here = select_run(s, -1, r.ours, r.count);
  bool good = there >= 0 && here >= 0 &&
              H5Pset_virtual(list, there, ".", path, here) >= 0;
  am_h5_release(here);
  am_h5_release(there);
  return good;
}

/* Property list of the array `i` of all images. */
static hid_t map_array(const am_vtkhdf *image, size_t i, const shape *s) {
  const int components = image->voxels->arrays[i].components;
  const run all = {0, 0, components};
  const run *runs = components == 6 ? tensor_runs : &all;
  int count = components == 6 ? sizeof tensor_runs / sizeof *tensor_runs : 1;
  hid_t list = am_h5_creation(H5P_DATASET_CREATE);
  bool good = list >= 0;
  for (long t = 0; good && t < image->count; t++)
    for (int k = 0; good && k < count; k++)
      good = map_run(list, s, t,
                     image->paths[(size_t)t * image->voxels->count + i],
                     runs[k]);
  if (good) return list;
  am_h5_release(list);
  return -1;
}

static bool make_array(int64_t file, const am_vtkhdf *image, size_t i,
                       const char *path) {
  shape s = shape_of(image, &image->voxels->arrays[i]);
  hid_t space = H5Screate_simple(s.rank, s.size, NULL);
  hid_t list = map_array(image, i, &s);
  hid_t set = space < 0 || list < 0
                  ? -1
                  : H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space,
                               H5P_DEFAULT, list, H5P_DEFAULT);
  am_h5_release(set);
  am_h5_release(list);
  am_h5_release(space);
  return set >= 0;
}

static bool describe_grid(hid_t group, const am_vtkhdf *image) {
  const am_vti_layout *l = image->voxels;
  const long version[] = {image->count > 1 ? 2 : 1, 0};
  const double direction[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  long extent[6] = {0};
  double origin[3], spacing[3];
  for (int d = 0; d < 3; d++) {
    extent[2 * d + 1] = l->grid[d] - 1;
    spacing[d] = l->size[d] / l->grid[d];
    origin[d] = spacing[d] / 2;
  }
  return am_h5_set_ascii(group, "Type", "ImageData") &&
         am_h5_set_numbers(group, "Version", H5T_NATIVE_LONG, 2, version) &&
         am_h5_set_numbers(group, "WholeExtent", H5T_NATIVE_LONG, 6, extent) &&
         am_h5_set_numbers(group, "Origin", H5T_NATIVE_DOUBLE, 3, origin) &&
         am_h5_set_numbers(group, "Spacing", H5T_NATIVE_DOUBLE, 3, spacing) &&
         am_h5_set_numbers(group, "Direction", H5T_NATIVE_DOUBLE, 9,
                           direction);
}

static bool write_steps(am_arena *arena, int64_t file, const am_vtkhdf *image) {
  const char *path = am_format(arena, "%s/Steps/Values", group_name);
  hsize_t count = (hsize_t)image->count;
  if (!am_h5_make_groups(arena, file, path)) return false;
  hid_t steps = am_h5_group(file, am_format(arena, "%s/Steps", group_name));
  bool good = steps >= 0 && am_h5_set_integer(steps, "NSteps", image->count);
  am_h5_release(steps);
  hid_t space = good ? H5Screate_simple(1, &count, NULL) : -1;
  hid_t list = good ? am_h5_creation(H5P_DATASET_CREATE) : -1;
  hid_t set = space < 0 || list < 0
                  ? -1
                  : H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space,
                               H5P_DEFAULT, list, H5P_DEFAULT);
  good = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                              H5P_DEFAULT, image->times) >= 0;
  am_h5_release(list);
  am_h5_release(space);
  if (good) am_h5_release(set);
  return good;
}

bool am_vtkhdf_write(am_arena *arena, int64_t file, const am_vtkhdf *image) {
  const char *points = am_format(arena, "%s/PointData/", group_name);
  htri_t exists = H5Lexists(file, group_name, H5P_DEFAULT);
  if (exists < 0 ||
      (exists && H5Ldelete(file, group_name, H5P_DEFAULT) < 0) ||
      !am_h5_make_groups(arena, file, points))
    return false;
  hid_t group = am_h5_group(file, group_name);
  bool good = group >= 0 && describe_grid(group, image);
  am_h5_release(group);
  for (size_t i = 0; good && i < image->voxels->count; i++)
    good = make_array(file, image, i,
                      am_format(arena, "%s%s", points,
                                image->voxels->arrays[i].name));
  return good && (image->count == 1 || write_steps(arena, file, image));
}
