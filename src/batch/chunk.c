#include "batch/chunk.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"

/* Where an array lives. */
typedef enum {
  HERE, /* no engine meets it */
  SENT, /* an engine gets or gives it in each loading step */
  KEPT  /* it may stay with the engine */
} home;

/* One array of a chunk. */
typedef struct {
  double **place;
  int components;
  bool by_slot; /* it moves with its point */
  home home;
} array;

enum { ARRAYS = 32 };

static int pair_of(array *list, am_pair *pair, int components, home where) {
  list[0] = (array){&pair->now, components, true, where};
  list[1] = (array){&pair->next, components, true, where};
  return 2;
}

static int arrays_of(am_chunk *c, const am_run *run, array *list) {
  const am_law *law = run->law;
  const am_sample *sample = run->sample;
  unsigned shown = am_columns_read(run->columns);
  const array single[] = {
      {&c->start, 6, true, HERE},
      {&c->goal, 6, true, HERE},
      {&c->values, sample->varying_count, true, HERE},
      {&c->parameters, sample->vary ? law->parameter_numbers : 0, true, KEPT},
      {&c->origin, 6, true, HERE},
      {&c->status, 1, true, SENT},
      {&c->counts, AM_COUNTS, true, SENT},
      {&c->tangent, shown & AM_READ_TANGENT ? 36 : 0, true, KEPT},
      {&c->derivative, shown & AM_READ_DERIVATIVE ? 6 * law->nx : 0, true,
       KEPT},
      {&c->energy, 1, true, SENT},
      {&c->stored, law->energies, true, HERE},
      {&c->result, 1, false, HERE},
      {&c->failed_at, 1, false, HERE},
      {&c->totals, AM_TOTALS, false, HERE},
      {&c->drawn, sample->points ? sample->points->size : 0, false, HERE},
  };
  int n = 0;
  n += pair_of(list + n, &c->strain, 6, KEPT);
  n += pair_of(list + n, &c->state, law->nx, KEPT);
  n += pair_of(list + n, &c->largest, 1, KEPT);
  n += pair_of(list + n, &c->stress, 6, KEPT);
  n += pair_of(list + n, &c->size, 1, KEPT);
  n += pair_of(list + n, &c->target, 6, SENT);
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    if (single[i].components) list[n++] = single[i];
  return n;
}

size_t am_chunk_bytes(const am_run *run) {
  am_chunk chunk;
  array list[ARRAYS];
  int n = arrays_of(&chunk, run, list);
  size_t numbers = 0;
  for (int i = 0; i < n; i++) numbers += (size_t)list[i].components;
  return numbers * sizeof(double) + sizeof(int);
}

static double *new_field(am_arena *arena, am_chunk *c, const array *a) {
  if (a->home == HERE || !a->components)
    return AM_ARRAY(arena, double, a->components * c->stride);
  if (a->home == KEPT)
    return am_kept_new(&c->kept, arena, a->components, c->stride);
  return am_engine_field(c->kept.engine, c->kept.program, arena,
                         a->components, c->stride, false);
}

am_chunk *am_chunk_new(am_arena *arena, const am_run *run, long stride) {
  am_chunk *chunk = AM_NEW(arena, am_chunk);
  array list[ARRAYS];
  int n = arrays_of(chunk, run, list);
  chunk->stride = stride;
  chunk->kept.engine = run->engine;
  chunk->kept.program = run->program;
  chunk->who = AM_ARRAY(arena, int, stride);
  for (int i = 0; i < n; i++)
    *list[i].place = new_field(arena, chunk, &list[i]);
  return chunk;
}

static void set(double *field, long count, double value) {
  for (long p = 0; p < count; p++) field[p] = value;
}

/* All points stand at their start. */
static void rewind_points(am_chunk *c) {
  double t[6], x[6];
  for (long p = 0; p < c->count; p++) {
    c->who[p] = (int)p;
    for (int i = 0; i < 6; i++) {
      t[i] = c->origin[i * c->stride + p];
      c->target.next[i * c->stride + p] = t[i];
    }
    am_basis_from_tensor(t, x);
    for (int i = 0; i < 6; i++) c->strain.now[i * c->stride + p] = x[i];
  }
  set(c->size.now, c->count, 0);
  set(c->largest.now, c->count, 0);
  set(c->result, c->count, AM_POINT_GOOD);
  set(c->failed_at, c->count, NAN);
  for (int i = 0; i < AM_TOTALS; i++)
    set(c->totals + i * c->stride, c->count, 0);
}

/* What the start of points gives. */
static void fill_start(am_chunk *c) {
  const double *const fields[] = {c->parameters, c->state.now, c->strain.now,
                                  c->size.now, c->largest.now};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    am_kept_fill(&c->kept, fields[i]);
}

am_status am_chunk_begin(am_chunk *c, am_report *report, am_run *run,
                         long first, long count, const char **reason) {
  am_sample_fields fields = {.stride = c->stride,
                             .drawn = c->drawn,
                             .values = c->values,
                             .parameters = c->parameters,
                             .state = c->state.now,
                             .strain = c->origin,
                             .bad = c->status};
  fill_start(c);
  AM_TRY(am_sample_draw(run->sample, report, first, count, &fields));
  *reason = fields.reason;
  c->first = first;
  c->count = c->active = count;
  rewind_points(c);
  for (long slot = count - 1; slot >= 0; slot--)
    if (c->status[slot] != 0)
      am_chunk_park(c, run, slot, AM_BATCH_UNFIT, am_path_start(run->path));
  return AM_OK;
}

static void move(am_chunk *c, const am_run *run, long from, long to) {
  array list[ARRAYS];
  int n = arrays_of(c, run, list);
  for (int i = 0; i < n; i++) {
    double *field = *list[i].place;
    if (!list[i].by_slot) continue;
    am_kept_write(&c->kept, field);
    for (int k = 0; k < list[i].components; k++)
      field[k * c->stride + to] = field[k * c->stride + from];
  }
  c->who[to] = c->who[from];
}

void am_chunk_park(am_chunk *c, const am_run *run, long slot, int status,
                   double time) {
  c->result[c->who[slot]] = status;
  c->failed_at[c->who[slot]] = time;
  c->active--;
  if (slot < c->active) move(c, run, c->active, slot);
}

void am_chunk_turn(am_pair *pair) {
  double *now = pair->now;
  pair->now = pair->next;
  pair->next = now;
}
