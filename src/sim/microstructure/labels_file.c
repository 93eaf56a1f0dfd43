/* labels_file.c: voxel labels from files. */
#include "microstructure/parts.h"

/* Destination of the labels of this member. */
static am_voxel_room labels_here(const am_source_reading *r) {
  const am_microstructure *m = r->result;
  return (am_voxel_room){.labels = m->labels, .first = m->here.first,
                         .count = m->here.count};
}

am_status am_source_vti(am_source_reading *r) {
  const am_yaml *array = am_yaml_get(r->map, "array");
  am_microstructure *m = r->result;
  const char *path, *name = NULL;
  am_vti_image *image;
  AM_TRY(am_source_path(r, r->node, "microstructure.file", &path));
  if (array)
    AM_TRY(am_yaml_text(r->report, array, "microstructure.array", &name));
  AM_TRY(am_vti_open(r->arena, r->report, path, r->node->place, &image));
  memcpy(m->grid, image->grid, sizeof m->grid);
  if (!am_yaml_get(r->map, "size"))
    memcpy(m->size, image->size, sizeof m->size);
  AM_TRY(am_source_grid(r));
  return am_vti_read(image, r->report, name, labels_here(r));
}

static const char *const type_names[] = {"uint8",  "int8",   "uint16", "int16",
                                         "uint32", "int32",  NULL};
static const char *const orders[] = {"x-fastest", "z-fastest", NULL};

const am_yaml_key am_raw_keys[] = {
    {"file", AM_A_TEXT, "name of the file"},
    {"type", AM_WORDS(type_names), "type of a number"},
    {"order", AM_WORDS(orders), "order of the voxels"},
    {"skip", AM_A_WHOLE, "bytes before the first number"},
    {0}};

static am_status read_type(am_report *report, const am_yaml *node,
                           const am_binary_type **type) {
  size_t i;
  AM_TRY(am_choice(report, node, "raw.type", type_names,
                   sizeof type_names / sizeof *type_names - 1, &i));
  *type = am_binary_find(type_names[i]);
  return AM_OK;
}

am_status am_source_raw(am_source_reading *r) {
  const am_yaml *type, *order = am_yaml_get(r->node, "order");
  const am_yaml *skip = am_yaml_get(r->node, "skip"), *file;
  am_labels_raw raw = {0};
  size_t z_fastest = 0;
  const char *path;
  AM_TRY(am_yaml_keys_known(r->report, r->node, "raw", am_raw_keys));
  AM_TRY(am_required(r->report, r->node, "raw", "file", &file));
  AM_TRY(am_source_path(r, file, "raw.file", &path));
  AM_TRY(am_required(r->report, r->node, "raw", "type", &type));
  AM_TRY(read_type(r->report, type, &raw.type));
  if (order)
    AM_TRY(am_choice(r->report, order, "raw.order", orders, 2, &z_fastest));
  if (skip)
    AM_TRY(am_yaml_integer(r->report, skip, "raw.skip", 0, LONG_MAX / 4,
                           &raw.skip));
  raw.z_fastest = z_fastest;
  AM_TRY(am_source_grid(r));
  return am_labels_raw_read(r->report, path, file->place, &raw,
                            r->result->grid, labels_here(r));
}

static const char *grid_text(am_arena *arena, const int *grid) {
  return am_format(arena, "%d x %d x %d", grid[0], grid[1], grid[2]);
}

/* Sets the grid from the dataset or the key `grid`; they must agree if both
 * exist. */
static am_status settle_grid(am_source_reading *r,
                             const am_labels_hdf5 *hdf5) {
  int *grid = r->result->grid;
  if (hdf5->grid[0] && !grid[0]) memcpy(grid, hdf5->grid, sizeof hdf5->grid);
  AM_TRY(am_source_grid(r));
  bool same = !hdf5->grid[0] || !memcmp(grid, hdf5->grid, sizeof hdf5->grid);
  if (same && r->result->voxels == hdf5->voxels) return AM_OK;
  return am_error(r->report, AM_INPUT, r->node->place,
                  "the dataset has %s voxels, expected %s (key 'grid')",
                  hdf5->grid[0] ? grid_text(r->arena, hdf5->grid)
                                : am_format(r->arena, "%ld", hdf5->voxels),
                  grid_text(r->arena, grid));
}

const am_yaml_key am_hdf5_keys[] = {
    {"file", AM_A_TEXT, "name of the file"},
    {"dataset", AM_A_TEXT, "name of a dataset with a number for each voxel"},
    {0}};

am_status am_source_dataset(am_source_reading *r, const am_yaml *node,
                            am_labels_hdf5 *hdf5) {
  const am_yaml *file, *dataset;
  const char *path, *name;
  AM_TRY(am_yaml_keys_known(r->report, node, "hdf5", am_hdf5_keys));
  AM_TRY(am_required(r->report, node, "hdf5", "file", &file));
  AM_TRY(am_required(r->report, node, "hdf5", "dataset", &dataset));
  AM_TRY(am_source_path(r, file, "hdf5.file", &path));
  AM_TRY(am_yaml_text(r->report, dataset, "hdf5.dataset", &name));
  return am_labels_hdf5_open(r->arena, r->report, path, name, file->place,
                             hdf5);
}

am_status am_source_hdf5(am_source_reading *r) {
  am_labels_hdf5 hdf5;
  AM_TRY(am_source_dataset(r, r->node, &hdf5));
  if (!am_yaml_get(r->map, "size"))
    memcpy(r->result->size, hdf5.size, sizeof hdf5.size);
  AM_TRY(settle_grid(r, &hdf5));
  return am_labels_hdf5_read(&hdf5, r->report, labels_here(r));
}
