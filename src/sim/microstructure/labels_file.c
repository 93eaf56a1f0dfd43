/* labels_file.c: voxel labels from files. */
#include "microstructure/parts.h"

/* ---- VTK images and HDF5 datasets ---------------------------------------- */

typedef struct {
  const char *file, *dataset;
  am_place place;
} dataset_keys;

const am_yaml_key am_hdf5_keys[] = {
    {"file", {.takes = AM_TAKES_TEXT, AM_NEEDED(dataset_keys, file),
              .place = offsetof(dataset_keys, place)}, "name of the file"},
    {"dataset", {.takes = AM_TAKES_TEXT, AM_NEEDED(dataset_keys, dataset)},
     "name of a dataset with a number for each voxel"},
    {0}};

am_status am_voxel_file_open(const am_source_reading *r, am_voxel_file *f) {
  const am_yaml *file = am_yaml_get(r->map, "file");
  const am_yaml *array = am_yaml_get(r->map, "array");
  const am_yaml *hdf5 = am_yaml_get(r->map, "hdf5");
  const char *path;
  dataset_keys keys;
  if (!file) {
    AM_TRY(am_yaml_take(r->report, hdf5, "hdf5", am_hdf5_keys, &keys));
    path = am_input_path(r->arena, r->folder, keys.file);
    *f = (am_voxel_file){.grid = f->hdf5.grid, .size = f->hdf5.size,
                         .place = hdf5->place};
    AM_TRY(am_labels_hdf5_open(r->arena, r->report, path, keys.dataset,
                               keys.place, &f->hdf5));
    f->voxels = f->hdf5.voxels;
    return AM_OK;
  }
  *f = (am_voxel_file){.place = file->place};
  AM_TRY(am_yaml_text(r->report, file, "file", &path));
  if (array) AM_TRY(am_yaml_text(r->report, array, "array", &f->array));
  path = am_input_path(r->arena, r->folder, path);
  AM_TRY(am_vti_open(r->arena, r->report, path, file->place, &f->image));
  f->grid = f->image->grid;
  f->size = f->image->size;
  f->voxels = f->image->voxels;
  return AM_OK;
}

static am_status read_voxels(am_voxel_file *f, am_report *report,
                             am_voxel_room room) {
  return f->image ? am_vti_read(f->image, report, f->array, room)
                  : am_labels_hdf5_read(&f->hdf5, report, room);
}

/* Destination of the labels of this member. */
static am_voxel_room labels_here(const am_source_reading *r) {
  const am_microstructure *m = r->result;
  return (am_voxel_room){.labels = m->labels, .first = m->here.first,
                         .count = m->here.count};
}

static const char *grid_text(am_arena *arena, const int *grid) {
  return am_format(arena, "%d x %d x %d", grid[0], grid[1], grid[2]);
}

static const char *voxels_text(am_arena *arena, const am_voxel_file *f) {
  return f->grid[0] ? grid_text(arena, f->grid)
                    : am_format(arena, "%ld", f->voxels);
}

static bool has_grid(const am_voxel_file *f, const am_microstructure *m) {
  return f->grid[0] ? !memcmp(f->grid, m->grid, sizeof m->grid)
                    : f->voxels == m->voxels;
}

/* The grids of the file and of the key `grid` must agree if both exist. */
am_status am_source_file(am_source_reading *r) {
  am_voxel_file f;
  am_microstructure *m = r->result;
  AM_TRY(am_voxel_file_open(r, &f));
  if (!r->size) memcpy(m->size, f.size, sizeof m->size);
  if (f.grid[0] && !m->grid[0]) memcpy(m->grid, f.grid, sizeof m->grid);
  AM_TRY(am_source_grid(r));
  if (has_grid(&f, m))
    return read_voxels(&f, r->report, labels_here(r));
  return am_error(r->report, AM_INPUT, r->node->place,
                  "the dataset has %s voxels, expected %s (key 'grid')",
                  voxels_text(r->arena, &f), grid_text(r->arena, m->grid));
}

/* ---- raw files ----------------------------------------------------------- */

typedef struct {
  const char *file;
  unsigned type, order;
  am_labels_raw raw;
  am_place place;
} raw_keys;

static const char *const type_names[] = {"uint8",  "int8",   "uint16", "int16",
                                         "uint32", "int32",  NULL};
static const char *const orders[] = {"x-fastest", "z-fastest", NULL};

const am_yaml_key am_raw_keys[] = {
    {"file", {.takes = AM_TAKES_TEXT, AM_NEEDED(raw_keys, file),
              .place = offsetof(raw_keys, place)}, "name of the file"},
    {"type", {.words = type_names, AM_NEEDED(raw_keys, type)},
     "type of a number"},
    {"order", {.words = orders, AM_INTO(raw_keys, order)},
     "order of the voxels"},
    {"skip", {.takes = AM_TAKES_WHOLE, .most = LONG_MAX / 4,
              AM_INTO(raw_keys, raw.skip)}, "bytes before the first number"},
    {0}};

am_status am_source_raw(am_source_reading *r) {
  raw_keys keys = {.order = 0};
  AM_TRY(am_yaml_take(r->report, r->node, "raw", am_raw_keys, &keys));
  keys.raw.type = am_binary_find(type_names[keys.type]);
  keys.raw.z_fastest = keys.order;
  AM_TRY(am_source_grid(r));
  return am_labels_raw_read(r->report,
                            am_input_path(r->arena, r->folder, keys.file),
                            keys.place, &keys.raw, r->result->grid,
                            labels_here(r));
}

/* ---- values of external fields ------------------------------------------- */

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
  if (has_grid(f, m)) return AM_OK;
  return am_error(r->report, AM_INPUT, f->place,
                  "the file has %s voxels, expected %s as in the "
                  "microstructure",
                  voxels_text(r->arena, f), grid_text(r->arena, m->grid));
}

am_status am_voxel_values_read(am_arena *arena, am_report *report,
                               const am_yaml *map, const char *folder,
                               const am_microstructure *micro,
                               double **values) {
  am_microstructure same = *micro;
  am_voxel_file file;
  const am_source_reading r = {.arena = arena, .report = report,
                               .folder = folder, .map = map, .result = &same};
  if (map->kind == AM_YAML_MAPPING)
    AM_TRY(am_yaml_keys_known(report, map, "an external field",
                              am_voxel_values_keys));
  if (!am_yaml_get(map, "file") == !am_yaml_get(map, "hdf5"))
    return am_error(report, AM_INPUT, map->place,
                    "expected one of 'file' and 'hdf5', with a number for "
                    "each voxel; give a uniform value in 'initial: {%s: "
                    "VALUE}' or in 'external' of a segment", map->key);
  AM_TRY(am_voxel_file_open(&r, &file));
  AM_TRY(check_grid(&r, &file));
  *values =
      am_arena_room(arena, (size_t)micro->here.count * sizeof **values);
  const am_voxel_room room = {.values = *values, .first = micro->here.first,
                              .count = micro->here.count};
  return read_voxels(&file, report, room);
}
