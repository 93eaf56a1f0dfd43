/* voxels.c: voxels and fields of the phases of a space. */
#include "space/transform.h"
#include "space/voxels.h"

/* ---- the space of a cell ------------------------------------------------- */

am_status am_space_open(am_arena *arena, am_report *report,
                        const am_cell *cell, int threads, am_space **space) {
  return (cell->engine->memory ? am_device_open : am_host_open)(
      arena, report, cell, threads, space);
}

am_status am_space_check(const am_space *s, am_report *report) {
  if (!*s->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", s->failure);
}

double am_space_substeps(am_space *s) {
  double sum = 0, whole = 0, mean;
  for (int p = 0; p < s->cell->phase_count; p++) {
    const am_phase *phase = &s->cell->phases[p];
    if (!phase->law->na) continue;
    am_space_means(s, AM_CELL_SUBSTEPS, p, &mean);
    sum += mean * (double)phase->whole;
    whole += (double)phase->whole;
  }
  return whole > 0 ? sum / whole : 0;
}

int am_cell_field_rows(const am_phase *phase, am_cell_field field) {
  if (field == AM_CELL_STATE) return phase->law->nx;
  return field == AM_CELL_STRAIN || field == AM_CELL_STRESS ? 6 : 1;
}

/* ---- memory ---------------------------------------------------------------*/

static const double pi = 3.14159265358979323846;

/* Fills the tables of one direction, see wave vectors in space.h. */
static void fill_waves(const am_cell *cell, int d, double *sine,
                       double *cosine) {
  int count = cell->micro->grid[d];
  double length = cell->micro->size[d];
  for (int n = 0; n < count; n++) {
    int number = 2 * n > count ? n - count : n;
    double half = pi * number / count; /* t/2 */
    bool nyquist = 2 * n == count;
    sine[n] = cell->rotated ? 2 * count / length * sin(half)
              : nyquist     ? 0
                            : 2 * pi * number / length;
    cosine[n] = nyquist ? 0 : cell->rotated ? cos(half) : 1;
  }
}

static am_status open_waves(am_voxels *v, am_report *report) {
  static const char what[] = "the wave vectors";
  for (int d = 0; d < 3; d++) {
    size_t size = sizeof(double) * (size_t)v->waves.grid[d];
    double *sine = am_arena_room(v->arena, size);
    double *cosine = am_arena_room(v->arena, size);
    fill_waves(v->space.cell, d, sine, cosine);
    AM_TRY(v->memory->share(v, report, what, size, sine, &v->waves.sine[d]));
    AM_TRY(
        v->memory->share(v, report, what, size, cosine, &v->waves.cosine[d]));
  }
  return AM_OK;
}

/* Finds the first place of each plane.  The space of a memory budget has no
 * voxel lists. */
static am_status open_layers(am_voxels *v, am_report *report,
                             am_phase_points *p) {
  size_t size = sizeof(long) * (size_t)(v->layers + 1);
  long plane = (long)v->waves.grid[0] * v->waves.grid[1], place = 0;
  long *start = AM_ARRAY(v->arena, long, v->layers + 1);
  for (long k = 0; k <= v->layers; k++) {
    while (p->phase->voxel && place < p->phase->count &&
           p->phase->voxel[place] < k * plane)
      place++;
    start[k] = place;
  }
  return v->memory->share(v, report, "the places of a phase", size, start,
                          &p->start);
}

/* ---- stored fields --------------------------------------------------------*/

/* Fields that a phase stores: no state for elastic laws, no substep sizes for
 * implicit schemes, and the scheme of the last loading step only for chains. */
static unsigned kept_fields(const am_cell *cell, const am_phase *phase) {
  const am_solver solver = am_engine_solver(phase->law, &cell->solver, false);
  bool chain = am_scheme_is_chain(solver.scheme);
  unsigned set = AM_FIELD_BIT(strain0) | AM_FIELD_BIT(state0) |
                 AM_FIELD_BIT(external0) | AM_FIELD_BIT(external1);
  if (!phase->law->nx) return set;
  if (chain) set |= AM_FIELD_BIT(method0) | AM_FIELD_BIT(method);
  return chain || solver.scheme->family != AM_FAMILY_IMPLICIT
             ? set | AM_FIELD_BIT(step0)
             : set;
}

/* Allocates the stored fields, initially zero. */
static am_status open_fields(am_voxels *v, am_report *report,
                             am_phase_points *p) {
  const am_cell *cell = v->space.cell;
  const am_phase *phase = p->phase;
  const am_engine_options options = {.follows = phase->law->nx > 0};
  am_solver solver = cell->solver;
  unsigned set = kept_fields(cell, phase);
  void *room;
  solver.strategy = phase->strategy;
  bool follows = am_engine_follows(phase->law, &solver, &options);
  bool tries = follows && (set & AM_FIELD_BIT(method));
  /* Further data: bytes per place, and member of am_phase_points. */
  const struct {
    size_t size, member;
  } parts[] = {{follows ? K_ENDS * sizeof *p->ends : 0,
                offsetof(am_phase_points, ends)},
               {follows ? sizeof *p->changed : 0,
                offsetof(am_phase_points, changed)},
               {tries ? sizeof *p->tried : 0,
                offsetof(am_phase_points, tried)},
               {sizeof *p->substeps, offsetof(am_phase_points, substeps)}};
  am_field_components(phase->law, 6, p->components);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    if (!(set & 1u << i)) continue;
    AM_TRY(v->memory->room(v, report, "the state of a phase",
                           (size_t)p->components[i] * sizeof(double) *
                               (size_t)phase->count, &room));
    am_field_set(&p->kept, i, room);
  }
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    AM_TRY(v->memory->room(v, report, "the state of a phase",
                           parts[i].size * (size_t)phase->count,
                           (char *)p + parts[i].member));
  return AM_OK;
}

/* Sets a row of a field of a phase to part[0] + part[1]*pattern of its
 * voxels. */
static void fill_row(am_voxels *v, am_phase_points *p, int field, int row,
                     const double *pattern, const double part[2]) {
  enum { MOST = 4096 };
  double some[MOST];
  AM_EACH_PIECE(t, v, p) {
    double *to = am_field_get(&t.fields, field) + row * t.count;
    for (long first = 0; first < t.count; first += MOST) {
      long count = K_LEAST(t.count - first, (long)MOST);
      const int *voxel = pattern ? p->phase->voxel + t.first + first : NULL;
      for (long n = 0; n < count; n++)
        some[n] = voxel ? part[0] + part[1] * pattern[voxel[n]] : part[0];
      v->memory->upload(v, to + first, some, (size_t)count * sizeof *some);
    }
  }
}

/* Sets the nonzero initial state and the external fields. */
static void begin_state(am_voxels *v, am_phase_points *p) {
  const am_law *law = p->phase->law;
  const am_label_parameters *by_label = p->phase->by_label;
  for (int i = 0; i < law->na && !by_label; i++) {
    const double part[2] = {law->initial[i]};
    if (part[0] != 0) fill_row(v, p, AM_FIELD_state0, i, NULL, part);
  }
  if (!by_label)
    p->breaks = am_breaks_new(v->arena, law, &v->space.cell->solver);
  else if (p->phase->voxel)
    AM_EACH_PIECE(t, v, p)
      am_piece_by_label(v, &t, by_label->state, law->nx,
                        am_field_get(&t.fields, AM_FIELD_state0));
  for (int i = 0; i < law->nf; i++) {
    const double part[2] = {law->external[i]};
    p->external[0][i] = p->external[1][i] = law->external[i];
    fill_row(v, p, AM_FIELD_external0, i, NULL, part);
    fill_row(v, p, AM_FIELD_external1, i, NULL, part);
  }
}

void am_space_set_external(am_space *space, int phase, int field,
                           const double parts[4]) {
  am_voxels *v = (am_voxels *)space;
  am_phase_points *p = &v->points[phase];
  const double *pattern =
      space->cell->externals[p->phase->external[field]].pattern;
  if (pattern) p->breaks = NULL;
  p->external[0][field] = parts[0];
  p->external[1][field] = parts[2];
  fill_row(v, p, AM_FIELD_external0, field, pattern, parts);
  fill_row(v, p, AM_FIELD_external1, field, pattern, parts + 2);
}

/* Allocates scratch memory for a piece of any phase. */
static am_status open_scratch(am_voxels *v, am_report *report) {
  int most = 0;
  for (int i = 0; i < v->space.cell->phase_count; i++) {
    int rows = am_piece_rows(&v->points[i]);
    if (rows > most) most = rows;
  }
  return v->memory->room(v, report, "a piece of a phase",
                         sizeof(double) * (size_t)(most * v->piece),
                         &v->scratch);
}

/* Opens a phase: its voxels, fields and program. */
static am_status open_phase(am_voxels *v, am_report *report,
                            am_phase_points *p) {
  long count = p->phase->count;
  AM_TRY(v->memory->share(v, report, "the places of a phase",
                          sizeof(int) * (size_t)count, p->phase->voxel,
                          &p->voxel));
  AM_TRY(open_layers(v, report, p));
  AM_TRY(open_fields(v, report, p));
  return count ? v->memory->prepare(v, report, p->phase->program,
                                    K_LEAST(count, v->piece))
               : AM_OK;
}

am_voxels am_voxels_of(am_arena *arena, const am_cell *cell,
                       const am_memory *memory, bool device, int threads) {
  const int *grid = cell->micro->grid;
  long row = device ? grid[0] / 2 + 1 : am_transform_row(grid);
  return (am_voxels){.space = {.cell = cell},
                     .memory = memory,
                     .arena = arena,
                     .device = device,
                     .row = row,
                     .field = row * am_team_grid_rows(cell->team, grid),
                     .lanes = device ? K_SHARES : 1,
                     .few = device ? K_FEW : 1,
                     .piece = device ? (long)AM_DEVICE_PIECE
                                     : (long)AM_HOST_PIECE * threads};
}

am_status am_voxels_open(am_voxels *v, am_report *report) {
  const am_cell *cell = v->space.cell;
  const int *grid = cell->micro->grid;
  for (int d = 0; d < 3; d++) v->waves.grid[d] = grid[d];
  am_slab rows = am_team_slab(cell->team, cell->team->rank, grid[1]);
  v->waves.from = (int)rows.first;
  v->waves.rows = (int)rows.count;
  v->layers = cell->micro->planes.count;
  am_exchange_new(v);
  v->space.frequencies = k_wave_count(&v->waves);
  am_space_set_reference(&v->space, 0, 1);
  AM_TRY(open_waves(v, report));
  long parts = v->waves.rows > v->layers ? v->waves.rows : v->layers;
  long sums = K_MOST * v->lanes > K_SURVEYED * v->few ? K_MOST * v->lanes
                                                      : K_SURVEYED * v->few;
  AM_TRY(v->memory->room(v, report, "sums",
                         sizeof(double) * (size_t)(parts * sums), &v->partial));
  AM_TRY(v->memory->room(v, report, "a strain field",
                         6 * sizeof(k_complex) * (size_t)v->field, &v->planes));
  v->spectra = v->planes;
  if (cell->rotated) AM_TRY(am_corners_open(v, report));
  v->points = AM_ARRAY(v->arena, am_phase_points, cell->phase_count);
  long largest = 0;
  for (int i = 0; i < cell->phase_count; i++) {
    v->points[i].phase = &cell->phases[i];
    if (cell->phases[i].count > largest) largest = cell->phases[i].count;
  }
  if (largest < v->piece) v->piece = largest;
  for (int i = 0; i < cell->phase_count; i++)
    AM_TRY(open_phase(v, report, &v->points[i]));
  AM_TRY(open_scratch(v, report));
  for (int i = 0; i < cell->phase_count; i++) begin_state(v, &v->points[i]);
  return AM_OK;
}

void am_space_set_reference(am_space *space, double lambda, double mu) {
  am_voxels *v = (am_voxels *)space;
  space->lambda = v->waves.lambda = lambda;
  space->mu = v->waves.mu = mu;
}
