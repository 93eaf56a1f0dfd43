/* values.c: reads voxel values from files. */
#include "microstructure/parts.h"

const am_yaml_key am_voxel_values_keys[] = {
    {"file", AM_A_TEXT, ".vti with a number for each voxel"},
    {"array", AM_A_TEXT, "name of the array, if the file has several"},
    {"hdf5", AM_KEYS(am_hdf5_keys), "dataset with a number for each voxel"},
    {"value", AM_A_FORMULA, "value as a formula of t and field, the number of "
                            "the voxel (default: field)"},
    {0}};

static am_status check_grid(const am_source_reading *r, const int *grid,
                            long voxels, const am_yaml *node) {
  const am_microstructure *m = r->result;
  bool same = grid[0] ? !memcmp(grid, m->grid, sizeof m->grid)
                      : voxels == m->voxels;
  if (same) return AM_OK;
  return am_error(r->report, AM_INPUT, node->place,
                  "the file has %s voxels, expected %d x %d x %d as in the "
                  "microstructure",
                  grid[0] ? am_format(r->arena, "%d x %d x %d", grid[0],
                                      grid[1], grid[2])
                          : am_format(r->arena, "%ld", voxels),
                  m->grid[0], m->grid[1], m->grid[2]);
}

static am_status read_vti(am_source_reading *r, const am_yaml *file,
                          am_voxel_room room) {
  const am_yaml *array = am_yaml_get(r->map, "array");
  const char *path, *name = NULL;
  am_vti_image *image;
  AM_TRY(am_source_path(r, file, "file", &path));
  if (array) AM_TRY(am_yaml_text(r->report, array, "array", &name));
  AM_TRY(am_vti_open(r->arena, r->report, path, file->place, &image));
  AM_TRY(check_grid(r, image->grid, image->voxels, file));
  return am_vti_read(image, r->report, name, room);
}

static am_status read_hdf5(am_source_reading *r, const am_yaml *node,
                           am_voxel_room room) {
  am_labels_hdf5 hdf5;
  AM_TRY(am_source_dataset(r, node, &hdf5));
  AM_TRY(check_grid(r, hdf5.grid, hdf5.voxels, node));
  return am_labels_hdf5_read(&hdf5, r->report, room);
}

am_status am_voxel_values_read(am_arena *arena, am_report *report,
                               const am_yaml *map, const char *folder,
                               const am_microstructure *micro,
                               double **values) {
  am_microstructure same = *micro;
  am_source_reading r = {.arena = arena, .report = report, .folder = folder,
                         .map = map, .result = &same};
  AM_TRY(am_yaml_expect(report, map, AM_YAML_MAPPING, "an external field"));
  AM_TRY(am_yaml_keys_known(report, map, "an external field",
                            am_voxel_values_keys));
  const am_yaml *file = am_yaml_get(map, "file");
  const am_yaml *hdf5 = am_yaml_get(map, "hdf5");
  if (!file == !hdf5)
    return am_error(report, AM_INPUT, map->place,
                    "expected one of 'file' and 'hdf5', with a number for "
                    "each voxel");
  *values =
      am_arena_room(arena, (size_t)micro->here.count * sizeof **values);
  const am_voxel_room room = {.values = *values, .first = micro->here.first,
                              .count = micro->here.count};
  return file ? read_vti(&r, file, room) : read_hdf5(&r, hdf5, room);
}
