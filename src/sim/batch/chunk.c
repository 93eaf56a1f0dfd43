/* chunk.c: points of a batch that are in memory together. */
#include "batch/parts.h"

/* Fields transferred in every loading step; other fields may remain on the
 * device of the engine. */
static const unsigned moved = AM_FIELD_BIT(target) | AM_FIELD_BIT(status) |
                              AM_FIELD_BIT(external0) |
                              AM_FIELD_BIT(external1) |
                              AM_FIELD_BIT(counts) | AM_FIELD_BIT(energy);

/* Arrays in addition to the fields. */
typedef struct {
  double **place;
  int components;
  bool by_slot; /* moves with its point to another slot */
} array;

enum { ARRAYS = 12, OF_ENGINE = 2 };

/* The first two arrays are exchanged with fields of the engine. */
static void list_arrays(am_chunk *c, const am_run *run, array list[ARRAYS]) {
  const am_sample *sample = run->sample;
  int controlled = am_law_controlled(run->law);
  bool parted = am_columns_read(run->columns) & AM_READ_WORK_PARTS;
  const array all[ARRAYS] = {
      {&c->stress, 6, true},
      {&c->before, controlled, true},
      {&c->ramp_start, controlled + run->law->nf, true},
      {&c->ramp_end, controlled + run->law->nf, true},
      {&c->values, sample->varying_count, true},
      {&c->origin, 6, true},
      {&c->stored, run->law->energies ? 2 : 0, true},
      {&c->work_parts, parted ? AM_WORK_PARTS : 0, true},
      {&c->result, 1, false},
      {&c->failed_at, 1, false},
      {&c->totals, AM_TOTALS, false},
      {&c->drawn, sample->points ? sample->points->size : 0, false}};
  memcpy(list, all, sizeof all);
}

static void choose_fields(const am_run *run, int components[AM_FIELD_COUNT]) {
  unsigned shown = am_columns_read(run->columns);
  const am_histories *h = run->sample->histories;
  am_field_components(run->law, 6, components);
  components[AM_FIELD_substeps] = 0; /* part of the counts */
  if (!run->sample->vary) components[AM_FIELD_parameters] = 0;
  if (!h || h->control) components[AM_FIELD_control] = 0;
  if (!(shown & AM_READ_TANGENT))
    components[AM_FIELD_tangent] = components[AM_FIELD_stress_by_external] = 0;
  if (!(shown & AM_READ_DERIVATIVE)) components[AM_FIELD_derivative] = 0;
}

size_t am_chunk_bytes(const am_run *run) {
  am_chunk chunk;
  array list[ARRAYS];
  int components[AM_FIELD_COUNT];
  size_t numbers = 0;
  list_arrays(&chunk, run, list);
  choose_fields(run, components);
  for (int i = 0; i < ARRAYS; i++) numbers += (size_t)list[i].components;
  for (int i = 0; i < AM_FIELD_COUNT; i++) numbers += (size_t)components[i];
  return numbers * sizeof(double) + sizeof(int);
}

am_chunk *am_chunk_new(am_arena *arena, const am_run *run, long stride) {
  am_chunk *c = AM_NEW(arena, am_chunk);
  array list[ARRAYS];
  c->stride = c->fields.stride = stride;
  c->fields.measure = run->sample->names.measure;
  c->program = run->program;
  c->point_of = AM_ARRAY(arena, int, stride);
  list_arrays(c, run, list);
  for (int i = OF_ENGINE; i < ARRAYS; i++)
    if (list[i].components)
      *list[i].place = AM_ARRAY(arena, double, list[i].components * stride);
  c->stress = am_engine_field(run->program, arena, 6, stride, true);
  c->before = am_engine_field(run->program, arena,
                              am_law_controlled(run->law), stride, false);
  choose_fields(run, c->components);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int components = c->components[i];
    if (components)
      am_field_set(&c->fields, i,
                   am_engine_field(run->program, arena, components, stride,
                                   !(moved & 1u << i)));
    else if (AM_FIELDS_REQUIRED & 1u << i)
      am_field_set(&c->fields, i, AM_ARRAY(arena, double, 0));
  }
  c->fields.spread = c->fields.parameters != NULL;
  return c;
}

static void fill_values(double *values, long count, double value) {
  for (long p = 0; p < count; p++) values[p] = value;
}

/* Sets a component of a field for all points. */
static void fill_field(am_chunk *c, int field, int component, double value) {
  fill_values(am_field_get(&c->fields, field) + component * c->stride,
              c->count, value);
}

/* Sets the initial deformation gradient, if it is prescribed. */
static void deform_points(am_chunk *c, const double *F) {
  double x[6];
  if (!c->components[AM_FIELD_gradient0]) return;
  for (int i = 0; i < c->components[AM_FIELD_gradient0]; i++) {
    fill_field(c, AM_FIELD_target, i, F[i]);
    fill_field(c, AM_FIELD_gradient0, i, F[i]);
  }
  am_logarithmic_strain(F, x);
  for (int i = 0; i < 6; i++) fill_field(c, AM_FIELD_strain0, i, x[i]);
}

static void rewind_points(am_chunk *c, const am_run *run) {
  const am_sample *sample = run->sample;
  double *target = am_field_get(&c->fields, AM_FIELD_target);
  double *strain = am_field_get(&c->fields, AM_FIELD_strain0);
  double t[6], x[6];
  for (long p = 0; p < c->count; p++) {
    c->point_of[p] = (int)p;
    for (int i = 0; i < 6; i++) {
      t[i] = c->origin[i * c->stride + p];
      target[i * c->stride + p] = t[i];
    }
    am_basis_from_tensor(t, x);
    for (int i = 0; i < 6; i++) strain[i * c->stride + p] = x[i];
  }
  deform_points(c, sample->gradient);
  for (int i = 0; i < c->components[AM_FIELD_external0]; i++) {
    fill_field(c, AM_FIELD_external0, i, sample->external[i]);
    fill_field(c, AM_FIELD_external1, i, sample->external[i]);
  }
  fill_field(c, AM_FIELD_step0, 0, 0);
  fill_field(c, AM_FIELD_stress_max0, 0,
             am_start_rounding(run->law, &run->solver));
  fill_field(c, AM_FIELD_method0, 0, 0);
  for (int i = 0; i < c->components[AM_FIELD_control]; i++)
    fill_field(c, AM_FIELD_control, i, 0);
  fill_values(c->result, c->count, AM_POINT_GOOD);
  fill_values(c->failed_at, c->count, NAN);
  for (int i = 0; i < AM_TOTALS; i++)
    fill_values(c->totals + i * c->stride, c->count, 0);
}

static am_status start_externals(am_chunk *c, am_report *report,
                                 am_sample *sample) {
  const am_sample_entry start = {.first = c->first, .count = c->count,
                                 .stride = c->stride};
  if (!c->components[AM_FIELD_external0]) return AM_OK;
  AM_TRY(am_sample_externals(sample, report, &start,
                             am_field_get(&c->fields, AM_FIELD_external0)));
  return am_sample_externals(sample, report, &start,
                             am_field_get(&c->fields, AM_FIELD_external1));
}

am_status am_chunk_begin(am_chunk *c, am_report *report, am_run *run,
                         long first, long count, const char **reason) {
  am_sample_fields fields = {.stride = c->stride,
                             .drawn = c->drawn,
                             .values = c->values,
                             .parameters = am_field_get(
                                 &c->fields, AM_FIELD_parameters),
                             .state = am_field_get(&c->fields,
                                                   AM_FIELD_state0),
                             .strain = c->origin,
                             .bad = c->fields.status};
  AM_TRY(am_sample_draw(run->sample, report, first, count, &fields));
  *reason = fields.reason;
  c->first = first;
  c->count = c->active = count;
  rewind_points(c, run);
  AM_TRY(start_externals(c, report, run->sample));
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!am_field_table[i].found)
      am_engine_changed(c->program, am_field_get(&c->fields, i));
  for (long slot = count - 1; slot >= 0; slot--)
    if (c->fields.status[slot] != 0)
      am_chunk_drop(c, run, slot, AM_BATCH_UNFIT, am_path_start(run->path));
  return AM_OK;
}

static void move_slot(am_chunk *c, double *field, int components, long from,
                      long to) {
  am_engine_fetch(c->program, field);
  for (int k = 0; k < components; k++)
    field[k * c->stride + to] = field[k * c->stride + from];
  am_engine_changed(c->program, field);
}

void am_chunk_drop(am_chunk *c, const am_run *run, long slot, int status,
                   double time) {
  array list[ARRAYS];
  long last = --c->active;
  c->result[c->point_of[slot]] = status;
  c->failed_at[c->point_of[slot]] = time;
  if (slot >= last) return;
  list_arrays(c, run, list);
  for (int i = 0; i < ARRAYS; i++)
    if (list[i].by_slot && list[i].components)
      move_slot(c, *list[i].place, list[i].components, last, slot);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (c->components[i])
      move_slot(c, am_field_get(&c->fields, i), c->components[i], last, slot);
  c->point_of[slot] = c->point_of[last];
}

void am_chunk_accept(am_chunk *c, bool jump) {
  double *stress = c->stress;
  c->stress = c->fields.stress;
  c->fields.stress = stress;
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!jump || i != AM_FIELD_step0) am_field_swap(&c->fields, i);
}
