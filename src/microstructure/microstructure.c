/* microstructure.c: the mapping `microstructure`, and its sources. */
#include "microstructure/microstructure.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "microstructure/source.h"
#include "output/claim.h"
#include "output/vti.h"
#include "path/reading.h"

static const char what[] = "microstructure";

/* The largest and 1 over the smallest size of a cell: of squares and volumes
 * no range ends here. */
static const double largest_size = 1e100;

static const char *const with_array[] = {"array", "size", "write", NULL};
static const char *const with_grid[] = {"grid", "size", "write", NULL};
static const char *const with_background[] = {"grid", "size", "background",
                                              "write", NULL};

static const struct {
  const char *key;
  const char *const *with; /* it goes with these keys */
  am_status (*read)(am_source_reading *r);
} sources[] = {
    {"file", with_array, am_source_vti},
    {"raw", with_grid, am_source_raw},
    {"hdf5", with_grid, am_source_hdf5},
    {"laminate", with_grid, am_source_laminate},
    {"spheres", with_background, am_source_spheres},
    {"fibres", with_background, am_source_fibres},
};

enum { SOURCES = sizeof sources / sizeof *sources };

static const char *const keys[] = {"grid", "size",     "background",
                                   "file", "array",    "raw",
                                   "hdf5", "laminate", "spheres",
                                   "fibres", "write",  NULL};

/* The voxels of a grid [3]: their number when an int holds it, else 0. */
static long voxels_of(const int *grid) {
  long count = 1;
  for (int d = 0; d < 3; d++) {
    if (grid[d] < 1 || grid[d] > INT_MAX / count) return 0;
    count *= grid[d];
  }
  return count;
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
  m->labels = am_arena_room(r->arena, sizeof(int) * (size_t)m->voxels);
  return AM_OK;
}

am_status am_source_path(am_source_reading *r, const am_yaml *node,
                         const char *name, const char **path) {
  AM_TRY(am_yaml_text(r->report, node, name, path));
  if (!**path)
    return am_error(r->report, AM_INPUT, node->place, "%s is empty", name);
  *path = am_input_path(r->arena, r->folder, *path);
  return AM_OK;
}

am_status am_source_label(am_report *report, const am_yaml *node,
                          const char *name, int *label) {
  long number;
  AM_TRY(am_yaml_integer(report, node, name, 0, INT_MAX, &number));
  *label = (int)number;
  return AM_OK;
}

/* The node of direction d: of a list of three, or the one value of all. */
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

static am_status read_grid(am_source_reading *r) {
  const am_yaml *node = am_yaml_get(r->map, "grid"), *item;
  int *grid = r->result->grid;
  for (int d = 0; node && d < 3; d++) {
    long count;
    AM_TRY(direction(r->report, node, "grid", d, &item));
    AM_TRY(am_yaml_integer(r->report, item, "grid", 1, INT_MAX, &count));
    grid[d] = (int)count;
  }
  if (!node || voxels_of(grid)) return AM_OK;
  return am_error(r->report, AM_INPUT, node->place,
                  "a grid of %d x %d x %d has more than %d voxels", grid[0],
                  grid[1], grid[2], INT_MAX);
}

/* The index of the only source. */
static am_status find_source(am_source_reading *r, size_t *source) {
  const char *names[SOURCES];
  *source = SOURCES;
  for (size_t i = 0; i < SOURCES; i++) {
    names[i] = sources[i].key;
    const am_yaml *node = am_yaml_get(r->map, names[i]);
    if (node && *source < SOURCES)
      return am_error(r->report, AM_INPUT, node->key_place,
                      "'%s' does not go with '%s'", names[i],
                      names[*source]);
    if (node) *source = i;
  }
  if (*source < SOURCES) return AM_OK;
  return am_error(r->report, AM_INPUT, r->map->place,
                  "microstructure needs one of %s",
                  am_listed(r->arena, names, SOURCES));
}

static am_status write_labels(const am_source_reading *r) {
  static const am_vti_array label = {
      .name = "label", .type = AM_VTI_INT, .components = 1};
  const am_yaml *node = am_yaml_get(r->map, "write");
  const am_microstructure *m = r->result;
  am_vti_layout layout = {.time = NAN, .arrays = &label, .count = 1};
  const char *path;
  am_vti *vti;
  if (!node) return AM_OK;
  AM_TRY(am_output_name(r->report, node, "microstructure.write", &path));
  AM_TRY(am_ending_check(r->report, AM_INPUT, node->place,
                         "microstructure.write", path, AM_WRITES_VTK));
  memcpy(layout.grid, m->grid, sizeof layout.grid);
  memcpy(layout.size, m->size, sizeof layout.size);
  AM_TRY(am_vti_create(r->arena, r->report, path, &layout, &vti));
  am_vti_put(vti, m->labels, m->voxels);
  return am_vti_close(vti, r->report);
}

am_status am_microstructure_read(am_arena *arena, am_report *report,
                                 const am_yaml *map, const char *folder,
                                 am_microstructure **result) {
  am_source_reading r = {
      .arena = arena, .report = report, .folder = folder, .map = map};
  size_t source;
  r.result = *result = AM_NEW(arena, am_microstructure);
  r.result->made = "";
  AM_TRY(am_known_keys(report, map, what, keys));
  AM_TRY(find_source(&r, &source));
  r.node = am_yaml_get(map, sources[source].key);
  AM_TRY(am_compatible_keys(report, map, sources[source].key,
                            sources[source].with));
  AM_TRY(read_grid(&r));
  const am_yaml *node = am_yaml_get(r.map, "size"), *item;
  for (int d = 0; node && d < 3; d++) {
    double *size = &r.result->size[d];
    AM_TRY(direction(r.report, node, "size", d, &item));
    AM_TRY(am_bounded_number(r.report, item, "size", true, size));
    if (*size > largest_size || *size < 1 / largest_size)
      return am_error(r.report, AM_INPUT, item->place,
                      "expected size to be from %g to %g, found %g",
                      1 / largest_size, largest_size, *size);
  }
  const am_yaml *background = am_yaml_get(map, "background");
  if (background)
    AM_TRY(am_source_label(report, background, "background", &r.background));
  AM_TRY(sources[source].read(&r));
  return write_labels(&r);
}
