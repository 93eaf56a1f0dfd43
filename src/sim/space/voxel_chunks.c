/* voxel_chunks.c: laws at the voxels and fields of phases, piece by piece.
 *
 * A response replaces the strains in the planes by stresses.  It stores the
 * substeps to be reused and marks those that changed; other results remain in
 * scratch memory.  At a commit, the laws recompute all results from the same
 * inputs, bitwise identically; laws without memory do so only when the results
 * are read. */
#include "space/voxels.h"

_Static_assert(K_ENDS == (int)AM_SUBSTEP_ENDS, "ends of substeps");

/* ---- a piece --------------------------------------------------------------*/

/* Result fields of a piece, and its target. */
static const unsigned scratch_fields =
    AM_FIELD_BIT(target) | AM_FIELD_BIT(state) | AM_FIELD_BIT(step) |
    AM_FIELD_BIT(stress) | AM_FIELD_BIT(status) | AM_FIELD_BIT(substeps);

static unsigned scratch_of(const am_phase_points *p) {
  return scratch_fields |
         (p->phase->by_label ? AM_FIELD_BIT(parameters) : 0);
}

/* Previous substep ends follow the result fields. */
enum { ROWS_OF_ENDS = K_ENDS * sizeof(unsigned short) / sizeof(double) };

int am_piece_rows(const am_phase_points *p) {
  return am_fields_rows(p->components, scratch_of(p)) + ROWS_OF_ENDS;
}

am_piece am_piece_at(const am_voxels *v, am_phase_points *p, long first) {
  long rest = p->phase->count - first;
  am_piece t = {.points = p, .first = first, .count = K_LEAST(rest, v->piece)};
  double *at = v->scratch;
  t.fields.stride = t.count;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    double *kept = am_field_get(&p->kept, i);
    if (kept) am_field_set(&t.fields, i, kept + p->components[i] * first);
    if (!at || !(scratch_of(p) & 1u << i)) continue;
    am_field_set(&t.fields, i, at);
    at += p->components[i] * t.count;
  }
  if (!p->ends) return t;
  t.fields.ends = p->ends + K_ENDS * first;
  t.ends = (k_ends){.ends = t.fields.ends,
                    .before = (unsigned short *)(void *)at,
                    .changed = p->changed + first,
                    .count = t.count};
  return t;
}

k_places am_piece_places(const am_voxels *v, const am_piece *t) {
  return (k_places){
      .width = v->waves.grid[0],
      .row = 2 * v->row,
      .plane = 2 * v->field,
      .planes = v->planes,
      .voxel = t->points->voxel + t->first,
      .before = v->space.cell->micro->planes.first * v->waves.grid[0] *
                v->waves.grid[1],
      .count = t->count,
      .stride = t->count,
      .status = t->fields.status,
      .found = v->found_there};
}

void am_piece_launch(am_voxels *v, am_cell_kernel kernel, const am_piece *t,
                     double *field) {
  const double *stiffness = t->points->phase->stiffness;
  k_places places = am_piece_places(v, t);
  places.field = field;
  if (stiffness) memcpy(places.stiffness, stiffness, sizeof places.stiffness);
  v->memory->launch(v, kernel, t->count, &places);
}

static void copy_piece(am_voxels *v, am_cell_kernel kernel, const am_piece *t,
                       const double *from, double *to, int rows) {
  const k_copy copy = {.from = from,
                       .to = to,
                       .from_stride = t->count,
                       .to_stride = t->count,
                       .count = t->count,
                       .rows = rows};
  v->memory->launch(v, kernel, t->count, &copy);
}

void am_piece_by_label(am_voxels *v, const am_piece *t, const double *from,
                       int size, double *field) {
  const k_by_label by_label = {.from = from,
                               .to = field,
                               .row = t->points->phase->by_label->row,
                               .label = v->space.cell->micro->labels,
                               .voxel = t->points->voxel + t->first,
                               .count = t->count,
                               .size = size};
  v->memory->launch(v, AM_CELL_KERNEL_BY_LABEL, t->count, &by_label);
}

void am_piece_advance(am_voxels *v, const am_loading_step *span,
                      const am_piece *t) {
  const am_phase *phase = t->points->phase;
  am_fields f = t->fields;
  f.duration = span->duration;
  f.stop = span->stop;
  f.follow = f.ends ? span->follow : 0;
  f.spread = f.parameters != NULL;
  if (f.spread)
    am_piece_by_label(v, t, phase->by_label->parameters,
                      phase->law->parameter_numbers,
                      am_field_get(&f, AM_FIELD_parameters));
  if (t->points->breaks && span->duration > 0)
    am_breaks_find(t->points->breaks, phase->law->parameters, 1,
                   t->points->external[0], t->points->external[1], f.breaks);
  v->memory->advance(v, f.tangent ? phase->tangents : phase->program,
                     &f, t->count);
}

/* ---- a response -----------------------------------------------------------*/

/* True if the response reuses the substeps of a previous response. */
static bool follows(const am_voxels *v, const am_piece *t) {
  return t->fields.ends && v->span.follow > 0;
}

static double *tried_by(const am_piece *t) {
  return t->points->tried + t->first;
}

/* Replaces strains in the planes by stresses: of an elastic phase by a product,
 * otherwise the computed ones. */
static void put_stress(am_voxels *v, const am_piece *t) {
  bool elastic = t->points->phase->stiffness;
  am_piece_launch(v, elastic ? AM_CELL_KERNEL_ELASTIC : AM_CELL_KERNEL_SCATTER,
                  t, t->fields.stress);
}

/* Responds at a piece; does nothing after an interrupt. */
static void respond_piece(am_voxels *v, const am_loading_step *span,
                          const am_piece *t) {
  bool choices = follows(v, t);
  double *method = am_field_get(&t->fields, AM_FIELD_method);
  if (span->stop && *span->stop) return;
  if (t->points->phase->stiffness) {
    put_stress(v, t);
    return;
  }
  am_piece_launch(v, AM_CELL_KERNEL_GATHER, t,
                  am_field_get(&t->fields, AM_FIELD_target));
  if (choices)
    v->memory->launch(v, AM_CELL_KERNEL_REMEMBER, t->count, &t->ends);
  if (choices && method)
    copy_piece(v, AM_CELL_KERNEL_COPY, t, method, tried_by(t), 1);
  am_piece_advance(v, span, t);
  if (choices)
    v->memory->launch(v, AM_CELL_KERNEL_NOTICE, t->count, &t->ends);
  put_stress(v, t);
}

void am_space_respond(am_space *space, const am_loading_step *span,
                      const am_vector *u, am_vector *g,
                      am_response *response) {
  am_voxels *v = (am_voxels *)space;
  const am_memory *memory = v->memory;
  space->stop = span->stop;
  v->span = *span;
  v->span.stop = NULL;
  v->asked = u;
  v->answered = v->due = v->fresh = false;
  memory->begin(v);
  memory->expect(v);
  am_voxels_strain(v, u);
  memory->spent(v, AM_CELL_TIME_REST);
  for (int i = 0; i < space->cell->phase_count; i++)
    AM_EACH_PIECE(t, v, &v->points[i]) respond_piece(v, span, &t);
  memory->spent(v, AM_CELL_TIME_LAW);
  am_voxels_gradient(v, g, response);
  v->space.account.evaluations++;
  v->answered = response->status == AM_POINT_GOOD;
}

/* ---- recomputation --------------------------------------------------------*/

/* Recomputes a piece; voxels that chose new substeps choose them again.  With
 * `keep`, results overwrite the inputs, and the target becomes the strain at
 * t_n. */
static void repeat_piece(am_voxels *v, am_piece *t, bool keep) {
  am_fields *f = &t->fields;
  double *method = am_field_get(f, AM_FIELD_method);
  double *target = am_field_get(f, AM_FIELD_target);
  bool choices = follows(v, t);
  const k_numbers substeps = {.numbers = f->substeps,
                              .kept = t->points->substeps + t->first,
                              .count = t->count};
  am_piece_launch(v, AM_CELL_KERNEL_GATHER, t, target);
  if (choices)
    v->memory->launch(v, AM_CELL_KERNEL_FORGET, t->count, &t->ends);
  if (choices && method)
    copy_piece(v, AM_CELL_KERNEL_COPY, t, tried_by(t), method, 1);
  if (keep) {
    f->state = am_field_get(f, AM_FIELD_state0);
    f->step = am_field_get(f, AM_FIELD_step0);
  }
  am_piece_advance(v, &v->span, t);
  if (keep || v->answered)
    v->memory->launch(v, AM_CELL_KERNEL_NARROW, t->count, &substeps);
  if (keep)
    copy_piece(v, AM_CELL_KERNEL_COORDINATES, t, target,
                  am_field_get(f, AM_FIELD_strain0), 6);
  put_stress(v, t);
}

/* Recomputes the last response.  After a commit, a further call yields the
 * stress of the committed state. */
static void repeat(am_voxels *v, bool keep) {
  v->memory->begin(v);
  am_voxels_strain(v, v->asked);
  for (int i = 0; i < v->space.cell->phase_count; i++) {
    am_phase_points *p = &v->points[i];
    AM_EACH_PIECE(t, v, p) repeat_piece(v, &t, keep);
    if (keep) am_field_swap(&p->kept, AM_FIELD_method0);
  }
  v->memory->spent(v, AM_CELL_TIME_LAW);
  v->fresh = true;
  if (keep) v->span = (am_loading_step){.duration = 0};
}

void am_space_commit(am_space *space) {
  am_voxels *v = (am_voxels *)space;
  const am_cell *cell = space->cell;
  bool memory = false; /* results depend on the previous loading step */
  if (!v->answered) return;
  for (int i = 0; i < cell->phase_count; i++)
    memory |= cell->phases[i].law->nx || cell->phases[i].law->mentions_rate;
  v->due = !memory;
  if (!v->due) repeat(v, true);
  v->answered = false;
}

/* ---- fields of a phase --------------------------------------------------- */

/* Recomputes the last response or its commit if the field needs it. */
static void find_field(am_voxels *v, am_cell_field field) {
  bool changes = field == AM_CELL_STRESS ||
                 (field == AM_CELL_SUBSTEPS && v->answered);
  if (!(changes || v->due) || v->fresh || !v->asked) return;
  repeat(v, v->due);
  v->due = false;
}

/* Field of a piece [rows][count], stored or in scratch memory; NULL: zero. */
static double *field_of_piece(am_voxels *v, const am_piece *t,
                              am_cell_field field) {
  const am_fields *f = &t->fields;
  double *target = am_field_get(f, AM_FIELD_target);
  if (field == AM_CELL_STRESS) {
    am_piece_launch(v, AM_CELL_KERNEL_GATHER, t, target);
    copy_piece(v, AM_CELL_KERNEL_COORDINATES, t, target, f->stress, 6);
    return f->stress;
  }
  if (field == AM_CELL_SUBSTEPS) {
    const k_numbers substeps = {.numbers = f->substeps,
                                .kept = t->points->substeps + t->first,
                                .count = t->count};
    v->memory->launch(v, AM_CELL_KERNEL_WIDEN, t->count, &substeps);
    return f->substeps;
  }
  return am_field_get(f, (int)field);
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
  int rows = am_cell_field_rows(p->phase, field);
  AM_EACH_PIECE(t, v, p) {
    double *at = am_field_get(&t.fields, (int)field);
    for (int r = 0; at && r < rows; r++)
      v->memory->upload(v, at + r * t.count,
                        values + r * p->phase->count + t.first,
                        sizeof(double) * (size_t)t.count);
  }
}
