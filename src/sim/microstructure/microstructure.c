/* microstructure.c: reads the mapping `microstructure`; table of its
 * sources. */
#include "microstructure/parts.h"
#include "image/images.h"

static const char what[] = "microstructure";

/* Largest size of a cell, and reciprocal of the smallest size, for which
 * squares and volumes do not overflow or underflow. */
static const double largest_size = 1e100;

static const char *const with_array[] = {"array", "size", "write", NULL};
static const char *const with_grid[] = {"grid", "size", "write", NULL};
static const char *const with_background[] = {"grid", "size", "background",
                                              "write", NULL};

static const struct {
  const char *key;
  const char *const *with; /* keys permitted with the source */
  am_status (*read)(am_source_reading *r);
} sources[] = {
    {"file", with_array, am_source_file},
    {"raw", with_grid, am_source_raw},
    {"hdf5", with_grid, am_source_file},
    {"laminate", with_grid, am_source_laminate},
    {"voronoi", with_grid, am_source_voronoi},
    {"spheres", with_background, am_source_spheres},
    {"fibres", with_background, am_source_fibres},
};

enum { SOURCES = sizeof sources / sizeof *sources };

const am_yaml_key am_microstructure_keys[] = {
    {"grid", {.takes = AM_TAKES_WHOLE, .items = &am_number_shape,
              AM_INTO(am_source_reading, grid)},
     "voxels in each direction"},
    {"size", {.takes = AM_TAKES_NUMBER, .items = &am_number_shape,
              AM_INTO(am_source_reading, size)},
     "edge lengths of the cell"},
    {"background", {.takes = AM_TAKES_WHOLE, .most = INT_MAX,
                    AM_INTO(am_source_reading, background)},
     "label of the voxels around inclusions"},
    {"file", AM_A_TEXT, "VTK image with labels"},
    {"array", AM_A_TEXT, "name of the array in the VTK image"},
    {"raw", AM_KEYS(am_raw_keys), "binary file of numbers"},
    {"hdf5", AM_KEYS(am_hdf5_keys), "HDF5 dataset of labels"},
    {"laminate", AM_KEYS(am_laminate_keys), "layers"},
    {"voronoi", AM_KEYS(am_voronoi_keys), "grains of a polycrystal"},
    {"spheres", AM_KEYS(am_spheres_keys), "spheres at given or random "
                                          "positions"},
    {"fibres", AM_KEYS(am_fibres_keys), "cylinders at random positions"},
    {"write", AM_A_TEXT, "HDF5 file for the labels"},
    {0}};

/* Number of voxels of a grid [3]; 0 if it overflows. */
static long voxels_of(const int *grid) {
  long count = 1;
  for (int d = 0; d < 3; d++) {
    if (grid[d] < 1 || grid[d] > LONG_MAX / 64 / count) return 0;
    count *= grid[d];
  }
  return count;
}

am_team *am_microstructure_team(const am_microstructure *m) {
  return m->team ? m->team : &am_team_alone;
}

void am_microstructure_cut(am_microstructure *m) {
  const am_team *team = am_microstructure_team(m);
  long plane = (long)m->grid[0] * m->grid[1];
  m->planes = am_team_slab(team, team->rank, m->grid[2]);
  m->here = (am_slab){m->planes.first * plane, m->planes.count * plane};
}

/* AM_INPUT if a process has more voxels than an int can count. */
static am_status check_grid(const am_source_reading *r, const am_yaml *node) {
  const am_microstructure *m = r->result;
  const am_team *team = am_microstructure_team(m);
  const int *n = m->grid;
  long most = am_team_slab(team, 0, n[2]).count;
  if (voxels_of(n) && most * n[1] <= INT_MAX / n[0]) return AM_OK;
  return am_error(r->report, AM_INPUT, node->place,
                  "a grid of %d x %d x %d has more than %d voxels%s", n[0],
                  n[1], n[2], INT_MAX,
                  team->count > 1 ? " for each process" : "");
}

am_status am_source_grid(am_source_reading *r) {
  am_microstructure *m = r->result;
  int largest = 0;
  const am_yaml *node;
  if (!m->grid[0])
    return am_required(r->report, r->map, what, "grid", &node);
  for (int d = 0; d < 3; d++)
    if (m->grid[d] > largest) largest = m->grid[d];
  for (int d = 0; d < 3; d++)
    if (!(m->size[0] > 0 && m->size[d] > 0))
      m->size[d] = (double)m->grid[d] / largest;
  m->voxels = voxels_of(m->grid);
  am_microstructure_cut(m);
  AM_TRY(check_grid(r, r->map));
  m->labels = AM_ARRAY(r->arena, int, m->here.count);
  return AM_OK;
}

/* Node of direction d: an item of a list of three, or a single value for
 * all. */
static am_status direction(am_report *report, const am_yaml *node,
                           const char *name, int d, const am_yaml **item) {
  *item = node->kind == AM_YAML_SEQUENCE && node->count == 3 ? node->items[d]
                                                             : node;
  if (node->kind == AM_YAML_SCALAR || *item != node) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to be one number or a list of 3, found %s of "
                  "%zu", name, am_yaml_describe(report->arena, node),
                  node->count);
}

am_status am_source_read_grid(am_report *report, const am_yaml *node,
                              int *grid) {
  for (int d = 0; d < 3; d++) {
    const am_yaml *item;
    long count;
    AM_TRY(direction(report, node, "grid", d, &item));
    AM_TRY(am_yaml_integer(report, item, "grid", 1, INT_MAX, &count));
    grid[d] = (int)count;
  }
  return AM_OK;
}

/* Index of the only source given. */
static am_status find_source(am_source_reading *r, size_t *source) {
  const char *names[SOURCES];
  *source = SOURCES;
  for (size_t i = 0; i < SOURCES; i++) {
    names[i] = sources[i].key;
    const am_yaml *node = am_yaml_get(r->map, names[i]);
    if (node && *source < SOURCES)
      return am_error(r->report, AM_INPUT, node->key_place,
                      "'%s' cannot be combined with '%s'", names[i],
                      names[*source]);
    if (node) *source = i;
  }
  if (*source < SOURCES) return AM_OK;
  return am_error(r->report, AM_INPUT, r->map->place,
                  "microstructure needs one of %s",
                  am_listed(r->arena, names, SOURCES));
}

am_status am_microstructure_read(am_arena *arena, am_report *report,
                                 const am_yaml *map, const char *folder,
                                 am_microstructure *result) {
  am_source_reading r = {
      .arena = arena, .report = report, .folder = folder, .map = map};
  size_t source;
  r.result = result;
  r.result->made = "";
  AM_TRY(am_yaml_take(report, map, what, am_microstructure_keys, &r));
  AM_TRY(find_source(&r, &source));
  r.node = am_yaml_get(map, sources[source].key);
  AM_TRY(am_compatible_keys(report, map, sources[source].key,
                            sources[source].with));
  if (r.grid) {
    AM_TRY(am_source_read_grid(report, r.grid, result->grid));
    AM_TRY(check_grid(&r, r.grid));
  }
  for (int d = 0; r.size && d < 3; d++) {
    const am_yaml *item;
    double *size = &r.result->size[d];
    AM_TRY(direction(r.report, r.size, "size", d, &item));
    AM_TRY(am_bounded_number(r.report, item, "size", true, size));
    if (*size > largest_size || *size < 1 / largest_size)
      return am_error(r.report, AM_INPUT, item->place,
                      "expected size to be from %g to %g, found %g",
                      1 / largest_size, largest_size, *size);
  }
  return am_team_agree(am_microstructure_team(result), report,
                       sources[source].read(&r));
}

am_status am_microstructure_write(am_arena *arena, am_report *report,
                                  const am_yaml *map,
                                  const am_microstructure *m) {
  static const am_image_array label = {
      .name = "label", .unit = "", .about = "label of the voxel",
      .components = 1};
  const am_yaml *node = am_yaml_get(map, "write");
  am_images_layout layout = {.team = am_microstructure_team(m),
                             .conventions = &am_conventions_labels,
                             .arrays = &label, .array_count = 1, .count = 1};
  am_images *images;
  if (!node) return AM_OK;
  AM_TRY(am_output_name(report, node, "microstructure.write", &layout.path));
  AM_TRY(am_ending_check(report, AM_INPUT, node->place,
                         "microstructure.write", layout.path, AM_WRITES_HDF5));
  memcpy(layout.grid, m->grid, sizeof layout.grid);
  memcpy(layout.size, m->size, sizeof layout.size);
  AM_TRY(am_images_open(arena, report, &layout, 0, &images));
  am_arena *room = am_arena_child(arena);
  double *values = AM_ARRAY(room, double, m->here.count);
  for (long v = 0; v < m->here.count; v++) values[v] = m->labels[v];
  am_status status = am_images_put(images, report, 0, values);
  am_arena_free(room);
  if (status == AM_OK) status = am_images_end(images, report);
  am_status closed = am_images_close(images, report);
  return am_team_agree(layout.team, report,
                       status != AM_OK ? status : closed);
}
