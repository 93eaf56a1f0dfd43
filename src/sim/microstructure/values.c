/* values.c: reads voxel values from files. */
#include "microstructure/parts.h"

const am_yaml_key am_voxel_values_keys[] = {
    {"file", AM_A_TEXT, ".vti with a number for each voxel"},
    {"array", AM_A_TEXT, "name of the array, if the file has several"},
    {"hdf5", AM_KEYS(am_hdf5_keys), "dataset with a number for each voxel"},
    {"value", AM_A_FORMULA, "value as a formula of t and field, the number of "
                            "the voxel (default: field)"},
    {0}};

static am_status check_grid(const am_source_reading *r,
                            const am_voxel_file *f) {
  const am_microstructure *m = r->result;
  const int *grid = f->grid;
  bool same = grid[0] ? !memcmp(grid, m->grid, sizeof m->grid)
                      : f->voxels == m->voxels;
  if (same) return AM_OK;
  return am_error(r->report, AM_INPUT, f->place,
                  "the file has %s voxels, expected %d x %d x %d as in the "
                  "microstructure",
                  grid[0] ? am_format(r->arena, "%d x %d x %d", grid[0],
                                      grid[1], grid[2])
                          : am_format(r->arena, "%ld", f->voxels),
                  m->grid[0], m->grid[1], m->grid[2]);
}

am_status am_voxel_values_read(am_arena *arena, am_report *report,
                               const am_yaml *map, const char *folder,
                               const am_microstructure *micro,
                               double **values) {
  am_microstructure same = *micro;
  am_voxel_file file;
  const am_source_reading r = {.arena = arena, .report = report,
                               .folder = folder, .map = map, .result = &same};
  AM_TRY(am_yaml_expect(report, map, AM_YAML_MAPPING, "an external field"));
  AM_TRY(am_yaml_keys_known(report, map, "an external field",
                            am_voxel_values_keys));
  if (!am_yaml_get(map, "file") == !am_yaml_get(map, "hdf5"))
    return am_error(report, AM_INPUT, map->place,
                    "expected one of 'file' and 'hdf5', with a number for "
                    "each voxel");
  AM_TRY(am_voxel_file_open(&r, &file));
  AM_TRY(check_grid(&r, &file));
  *values =
      am_arena_room(arena, (size_t)micro->here.count * sizeof **values);
  const am_voxel_room room = {.values = *values, .first = micro->here.first,
                              .count = micro->here.count};
  return am_voxel_file_read(&file, report, room);
}
