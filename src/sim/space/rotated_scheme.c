/* rotated_scheme.c: strains and forces of the rotated scheme in real space. */
#include "space/voxels.h"

double am_voxels_edge(const am_voxels *v, int d) {
  const am_microstructure *micro = v->space.cell->micro;
  return micro->size[d] / micro->grid[d];
}

am_status am_corners_open(am_voxels *v, am_report *report) {
  size_t plane = 2 * sizeof(double) * (size_t)(v->row * v->waves.grid[1]);
  AM_TRY(v->memory->room(v, report, "a strain field",
                         3 * sizeof(k_complex) * (size_t)v->field,
                         &v->spectra));
  if (v->space.cell->team->count == 1) return AM_OK;
  return v->memory->room(v, report, "the planes exchanged with other processes",
                         6 * plane, &v->beside);
}

/* Kernel arguments with the neighbouring plane of another member or, if there
 * is none, the member's own plane. */
static k_corners corners_of(const am_voxels *v, const double *own) {
  long row = 2 * v->row, plane = row * v->waves.grid[1], field = 2 * v->field;
  k_corners c = {.grid = {v->waves.grid[0], v->waves.grid[1], (int)v->layers},
                 .row = row,
                 .plane = plane,
                 .field = field,
                 .corners = v->spectra,
                 .middles = v->planes,
                 .beside = v->beside ? v->beside : own,
                 .other = v->beside ? plane : field,
                 .sums = {v->partial, v->layers * v->lanes}};
  for (int d = 0; d < 3; d++) c.slope[d] = 0.25 / am_voxels_edge(v, d);
  return c;
}

void am_corners_strain(am_voxels *v, const double mean[6]) {
  k_corners c = corners_of(v, v->spectra);
  if (v->beside && v->layers) v->memory->border(v, v->spectra, 3, -1);
  for (int i = 0; i < 6; i++) c.mean[i] = mean[i];
  v->memory->launch(v, AM_CELL_KERNEL_CORNER_STRAIN,
                    v->layers * c.grid[0] * c.grid[1], &c);
}

void am_corners_force(am_voxels *v) {
  long last = 2 * v->row * v->waves.grid[1] * (v->layers - 1);
  const k_corners c = corners_of(v, v->planes + last);
  double mean[6];
  if (v->beside && v->layers) v->memory->border(v, v->planes + last, 6, 1);
  v->memory->launch(v, AM_CELL_KERNEL_CORNER_FORCE, v->layers, &c);
  v->memory->spent(v, AM_CELL_TIME_REST);
  am_voxels_read(v, &(am_reduction){.rows = 6, .maxima = 6}, true);
  for (int i = 0; i < 6; i++) mean[i] = am_voxels_sum(v, i);
  v->memory->upload(v, v->found_there->mean, mean, sizeof mean);
}
