/* voxel_fields.c: fields of a phase: means, and transfer to and from the
 * host. */
#include "space/voxels.h"

#include <string.h>

/* Row of fields.def that stores a field; AM_FIELD_none: not stored. */
static int kept_row(am_cell_field field) {
  static const int rows[] = {[AM_CELL_STRAIN] = AM_FIELD_strain0,
                             [AM_CELL_STRESS] = AM_FIELD_none,
                             [AM_CELL_STATE] = AM_FIELD_state0,
                             [AM_CELL_SUBSTEPS] = AM_FIELD_none,
                             [AM_CELL_NEXT] = AM_FIELD_first,
                             [AM_CELL_METHOD] = AM_FIELD_method0};
  return rows[field];
}

/* Recomputes the last response or its commit if the field needs it. */
static void find_field(am_voxels *v, am_cell_field field) {
  bool changes = field == AM_CELL_STRESS ||
                 (field == AM_CELL_SUBSTEPS && v->answered);
  if (changes || v->due) am_voxels_renew(v);
}

/* Field of a piece [rows][count], stored or in scratch memory; NULL: zero. */
static double *field_of_piece(am_voxels *v, const am_piece *t,
                              am_cell_field field) {
  const am_fields *f = &t->fields;
  double *target = am_field_get(f, AM_FIELD_target);
  if (field == AM_CELL_STRESS) {
    am_piece_launch(v, AM_CELL_KERNEL_GATHER, t, target);
    am_piece_copy(v, AM_CELL_KERNEL_COORDINATES, t, target, f->stress, 6);
    return f->stress;
  }
  if (field == AM_CELL_SUBSTEPS) {
    const k_numbers substeps = {.numbers = f->substeps,
                                .kept = t->points->substeps + t->first,
                                .count = t->count};
    v->memory->launch(v, AM_CELL_KERNEL_WIDEN, t->count, &substeps);
    return f->substeps;
  }
  return am_field_get(f, kept_row(field));
}

/* Partial sums of some rows over all pieces. */
static void add_rows(am_voxels *v, am_phase_points *p, am_cell_field field,
                     int first, int rows) {
  k_means sums = {
      .begins = true,
      .layers = {.start = p->start},
      .rows = rows,
      .sums = {.partial = v->partial, .stride = v->layers * v->lanes}};
  v->memory->launch(v, AM_CELL_KERNEL_MEANS, v->layers, &sums);
  AM_EACH_PIECE(t, v, p) {
    const double *at = field_of_piece(v, &t, field);
    if (!at) continue;
    sums.begins = false;
    sums.layers.first = t.first;
    sums.layers.count = t.count;
    sums.field = at + first * t.count;
    sums.stride = t.count;
    v->memory->launch(v, AM_CELL_KERNEL_MEANS, v->layers, &sums);
  }
}

void am_space_means(am_space *space, am_cell_field field, int phase,
                    double *mean) {
  am_voxels *v = (am_voxels *)space;
  am_phase_points *p = &v->points[phase];
  int all = am_cell_field_rows(p->phase, field);
  const double whole = (double)p->phase->whole;
  find_field(v, field);
  for (int i = 0; i < all; i += K_MOST) {
    int rows = K_LEAST(all - i, (int)K_MOST);
    v->memory->begin(v);
    add_rows(v, p, field, i, rows);
    am_reduction_result found =
        am_voxels_read(v, &(am_reduction){.rows = rows, .maxima = rows}, true);
    for (int r = 0; r < rows; r++)
      mean[i + r] = found.lost ? 0 : am_voxels_sum(v, r) / whole;
  }
}

void am_space_fetch(am_space *space, am_cell_field field, int phase,
                    double *values) {
  am_voxels *v = (am_voxels *)space;
  am_phase_points *p = &v->points[phase];
  int rows = am_cell_field_rows(p->phase, field);
  find_field(v, field);
  AM_EACH_PIECE(t, v, p) {
    size_t size = sizeof(double) * (size_t)t.count;
    const double *at = field_of_piece(v, &t, field);
    for (int r = 0; r < rows; r++) {
      double *to = values + r * p->phase->count + t.first;
      if (at)
        v->memory->download(v, to, at + r * t.count, size);
      else
        memset(to, 0, size);
    }
  }
}

void am_space_store(am_space *space, am_cell_field field, int phase,
                    const double *values) {
  am_voxels *v = (am_voxels *)space;
  am_phase_points *p = &v->points[phase];
  int row = kept_row(field), rows = am_cell_field_rows(p->phase, field);
  if (row == AM_FIELD_none) return;
  AM_EACH_PIECE(t, v, p) {
    double *at = am_field_get(&t.fields, row);
    for (int r = 0; at && r < rows; r++)
      v->memory->upload(v, at + r * t.count,
                        values + r * p->phase->count + t.first,
                        sizeof(double) * (size_t)t.count);
  }
}
