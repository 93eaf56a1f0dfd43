/* plan_voxels.c: estimates the number of voxels per phase without a run: counts
 * all voxels of small cells and those of generated cells on a coarser grid;
 * assigns all voxels to one phase otherwise. */

#include "homogenization/parts.h"
#include "microstructure/parts.h"

/* Number of voxels that is generated or read within about a second. */
static const double few = 1 << 21;

/* ---- the grid -------------------------------------------------------------*/

/* Reads the grid from the header of the microstructure file. */
static am_status read_head(am_report *report, const am_case *description,
                           int *grid) {
  const am_yaml *node;
  am_voxel_file file;
  const am_source_reading r = {.arena = report->arena, .report = report,
                               .folder = description->folder,
                               .map = description->microstructure};
  if (am_yaml_get(r.map, "file") || am_yaml_get(r.map, "hdf5")) {
    AM_TRY(am_voxel_file_open(&r, &file));
    memcpy(grid, file.grid, sizeof file.hdf5.grid);
    if (grid[0]) return AM_OK;
  }
  return am_required(report, r.map, "microstructure", "grid", &node);
}

am_status am_cell_plan_grid(am_report *report, const am_case *description,
                            am_cell_plan *plan) {
  const am_yaml *map = description->microstructure, *node;
  if (!map)
    return am_error(report, AM_INPUT, am_case_place(description),
                    "the case has no 'microstructure'");
  AM_TRY(am_yaml_keys_known(report, map, "microstructure",
                            am_microstructure_keys));
  node = am_yaml_get(map, "grid");
  AM_TRY(node ? am_source_read_grid(report, node, plan->grid)
              : read_head(report, description, plan->grid));
  plan->voxels = (double)plan->grid[0] * plan->grid[1] * plan->grid[2];
  return AM_OK;
}

/* ---- a voxel of each phase ------------------------------------------------*/

am_status am_cell_plan_sample(am_report *report,
                              const am_case *description,
                              am_microstructure *micro) {
  am_arena *arena = report->arena;
  const am_yaml *phases = description->phases;
  AM_TRY(am_yaml_expect(report, phases, AM_YAML_MAPPING, "phases"));
  int count = (int)phases->count;
  *micro = (am_microstructure){.grid = {count, 1, 1},
                               .size = {1, 1, 1},
                               .voxels = count,
                               .labels = AM_ARRAY(arena, int, count),
                               .made = ""};
  am_microstructure_cut(micro);
  for (int p = 0; p < count; p++) {
    const am_yaml *label = am_yaml_get(phases->items[p], "label");
    const am_yaml *labels = am_yaml_get(phases->items[p], "labels");
    long number = 0;
    if (!label && labels && labels->count) label = labels->items[0];
    if (!label) number = -1; /* labels: all */
    if (label)
      AM_TRY(am_yaml_integer(report, label, "a label", 0, INT_MAX, &number));
    micro->labels[p] = (int)number;
  }
  return AM_OK;
}

/* ---- counts ---------------------------------------------------------------*/

/* Sufficiently coarse grid for a generated microstructure.  Laminates keep
 * their resolution along the normal. */
static void coarsen(const am_yaml *map, const am_cell_plan *plan, int *grid) {
  const am_yaml *laminate = am_yaml_get(map, "laminate");
  const am_yaml *normal = am_yaml_get(laminate, "normal");
  double factor = cbrt(fmin(1, few / plan->voxels));
  for (int d = 0; d < 3; d++) {
    bool across = normal && *normal->text.text == "xyz"[d];
    double edge = across ? plan->grid[d] : floor(plan->grid[d] * factor);
    grid[d] = laminate && !across ? 1 : edge < 1 ? 1 : (int)edge;
  }
}

/* Copies the mapping with another grid and without output files. */
static am_status change_grid(am_report *report, const am_yaml *map,
                             const int *grid, am_yaml **changed) {
  *changed = am_yaml_without(report->arena, map, "write");
  if (am_yaml_get(map, "file")) return AM_OK;
  return am_yaml_set(report->arena, report, *changed, am_yaml_option,
                     am_format(report->arena, "grid=[%d, %d, %d]", grid[0],
                               grid[1], grid[2]));
}

/* Counts voxels one by one; if the grids differ, distributes them evenly over
 * the planes. */
static am_status count_labels(am_report *report, am_cell_plan *plan,
                              const am_microstructure *micro) {
  const int *grid = plan->grid;
  bool exact = plan->known == AM_COUNTED;
  long plane = (long)micro->grid[0] * micro->grid[1];
  double each = exact ? 1 : plan->voxels / (double)micro->voxels / grid[2];
  for (long i = 0; i < micro->voxels; i++) {
    int label = micro->labels[i];
    int phase = am_cell_phase(plan->cell, label);
    if (phase < 0)
      return am_error(report, AM_INPUT, am_cell_place(plan->cell),
                      "no phase has the label %d", label);
    double *counts = plan->counts + (long)phase * grid[2];
    if (exact)
      counts[i / plane]++;
    else
      counts[0] += each;
  }
  for (int p = 0; p < plan->cell->phase_count && !exact; p++)
    for (int k = 1; k < grid[2]; k++)
      plan->counts[(long)p * grid[2] + k] = plan->counts[(long)p * grid[2]];
  return AM_OK;
}

/* Assigns all voxels to the phase with the most state variables. */
static void fill_largest(am_cell_plan *plan) {
  const am_cell *cell = plan->cell;
  int largest = 0;
  for (int p = 1; p < cell->phase_count; p++)
    if (cell->phases[p].law->nx > cell->phases[largest].law->nx) largest = p;
  for (int k = 0; k < plan->grid[2]; k++)
    plan->counts[(long)largest * plan->grid[2] + k] =
        (double)plan->grid[0] * plan->grid[1];
}

am_status am_cell_plan_count(am_report *report,
                             const am_case *description, am_cell_plan *plan) {
  const am_yaml *map = description->microstructure;
  bool generated = am_yaml_get(map, "laminate") ||
                   am_yaml_get(map, "voronoi") ||
                   am_yaml_get(map, "spheres") || am_yaml_get(map, "fibres");
  am_microstructure micro = {.grid = {0}};
  am_yaml *changed;
  memcpy(plan->coarse, plan->grid, sizeof plan->grid);
  plan->known = plan->voxels <= few ? AM_COUNTED
                : generated         ? AM_ESTIMATED
                                    : AM_UNKNOWN;
  if (plan->known == AM_ESTIMATED) coarsen(map, plan, plan->coarse);
  if (plan->known == AM_UNKNOWN) {
    fill_largest(plan);
    return AM_OK;
  }
  AM_TRY(change_grid(report, map, plan->coarse, &changed));
  AM_TRY(am_microstructure_read(plan->arena, report, changed,
                                description->folder, &micro));
  return count_labels(report, plan, &micro);
}
