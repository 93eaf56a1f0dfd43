#include "batch/chunk.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"

/* Fields of a loading step that every step moves between the engine and here;
 * the others may stay with the engine. */
static const unsigned moved = AM_FIELD_BIT(target) | AM_FIELD_BIT(status) |
                              AM_FIELD_BIT(counts) | AM_FIELD_BIT(energy);

/* An array beside them. */
typedef struct {
  double **place;
  int components;
  bool by_slot; /* it moves with its point */
} array;

enum { ARRAYS = 11, OF_ENGINE = 2 };

/* The first two change places with fields of the engine. */
static void list_arrays(am_chunk *c, const am_run *run, array list[ARRAYS]) {
  const am_sample *sample = run->sample;
  const array all[ARRAYS] = {
      {&c->stress, 6, true},
      {&c->before, 6, true},
      {&c->start, 6, true},
      {&c->goal, 6, true},
      {&c->values, sample->varying_count, true},
      {&c->origin, 6, true},
      {&c->stored, run->law->energies, true},
      {&c->result, 1, false},
      {&c->failed_at, 1, false},
      {&c->totals, AM_TOTALS, false},
      {&c->drawn, sample->points ? sample->points->size : 0, false}};
  memcpy(list, all, sizeof all);
}

static void choose_fields(const am_run *run, int components[AM_FIELD_COUNT]) {
  unsigned shown = am_columns_read(run->columns);
  am_field_components(run->law, 6, components);
  components[AM_FIELD_substeps] = 0; /* a row of the counts */
  if (!run->sample->vary) components[AM_FIELD_parameters] = 0;
  if (!(shown & AM_READ_TANGENT)) components[AM_FIELD_tangent] = 0;
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
  c->kept.engine = run->engine;
  c->kept.program = run->program;
  c->who = AM_ARRAY(arena, int, stride);
  list_arrays(c, run, list);
  for (int i = OF_ENGINE; i < ARRAYS; i++)
    if (list[i].components)
      *list[i].place = AM_ARRAY(arena, double, list[i].components * stride);
  c->stress = am_kept_new(&c->kept, arena, 6, stride);
  c->before =
      am_engine_field(run->engine, run->program, arena, 6, stride, false);
  choose_fields(run, c->components);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int components = c->components[i];
    if (components)
      am_field_set(&c->fields, i,
                   moved & 1u << i
                       ? am_engine_field(run->engine, run->program, arena,
                                         components, stride, false)
                       : am_kept_new(&c->kept, arena, components, stride));
    else if (AM_FIELDS_REQUIRED & 1u << i)
      am_field_set(&c->fields, i, AM_ARRAY(arena, double, 0));
  }
  c->fields.spread = c->fields.parameters != NULL;
  return c;
}

static void set(double *field, long count, double value) {
  for (long p = 0; p < count; p++) field[p] = value;
}

/* All points stand at their start. */
static void rewind_points(am_chunk *c) {
  double *target = am_field_get(&c->fields, AM_FIELD_target);
  double *strain = am_field_get(&c->fields, AM_FIELD_strain0);
  double t[6], x[6];
  for (long p = 0; p < c->count; p++) {
    c->who[p] = (int)p;
    for (int i = 0; i < 6; i++) {
      t[i] = c->origin[i * c->stride + p];
      target[i * c->stride + p] = t[i];
    }
    am_basis_from_tensor(t, x);
    for (int i = 0; i < 6; i++) strain[i * c->stride + p] = x[i];
  }
  set(am_field_get(&c->fields, AM_FIELD_first), c->count, 0);
  set(am_field_get(&c->fields, AM_FIELD_largest), c->count, 0);
  set(c->result, c->count, AM_POINT_GOOD);
  set(c->failed_at, c->count, NAN);
  for (int i = 0; i < AM_TOTALS; i++)
    set(c->totals + i * c->stride, c->count, 0);
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
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!am_field_table[i].found)
      am_kept_fill(&c->kept, am_field_get(&c->fields, i));
  AM_TRY(am_sample_draw(run->sample, report, first, count, &fields));
  *reason = fields.reason;
  c->first = first;
  c->count = c->active = count;
  rewind_points(c);
  for (long slot = count - 1; slot >= 0; slot--)
    if (c->fields.status[slot] != 0)
      am_chunk_park(c, run, slot, AM_BATCH_UNFIT, am_path_start(run->path));
  return AM_OK;
}

static void move_slot(am_chunk *c, double *field, int components, long from,
                      long to) {
  am_kept_write(&c->kept, field);
  for (int k = 0; k < components; k++)
    field[k * c->stride + to] = field[k * c->stride + from];
}

/* All that a slot has goes to another one. */
static void move(am_chunk *c, const am_run *run, long from, long to) {
  array list[ARRAYS];
  list_arrays(c, run, list);
  for (int i = 0; i < ARRAYS; i++)
    if (list[i].by_slot && list[i].components)
      move_slot(c, *list[i].place, list[i].components, from, to);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (c->components[i])
      move_slot(c, am_field_get(&c->fields, i), c->components[i], from, to);
  c->who[to] = c->who[from];
}

void am_chunk_park(am_chunk *c, const am_run *run, long slot, int status,
                   double time) {
  c->result[c->who[slot]] = status;
  c->failed_at[c->who[slot]] = time;
  c->active--;
  if (slot < c->active) move(c, run, c->active, slot);
}

void am_chunk_turn(am_chunk *c, bool jump) {
  double *stress = c->stress;
  c->stress = c->fields.stress;
  c->fields.stress = stress;
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!jump || i != AM_FIELD_first) am_field_turn(&c->fields, i);
}
