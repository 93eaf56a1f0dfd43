/* walk.h: points of a random law, driven through random loading steps in
 * memory, by one engine and one solver. */
#ifndef AM_TESTS_VERIFICATION_WALK_H
#define AM_TESTS_VERIFICATION_WALK_H

#include "engine/engine.h"
#include "engine/parts.h"
#include "tests/core/law/materials.h"
#include "tests/verification/mixed_law_text.h"

typedef struct {
  const mixed_law *mixed;
  am_arena *arena;
  am_report *report;
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_solver solver;
  am_fields f;
  long count;
  double *stress0; /* [6][stride] at the start */
  int components; /* controlled: 6, or 9 */
} walk;

static inline am_status walk_open(walk *w, const mixed_law *mixed,
                                  const am_solver *solver,
                                  const char *engine, long count) {
  *w = (walk){.mixed = mixed, .arena = test_arena(), .solver = *solver,
              .engine = am_engine_find(engine), .count = count,
              .components = mixed->logarithmic ? 9 : 6};
  am_material *material;
  ck_assert(!am_arena_recover(w->arena));
  w->report = am_report_new(w->arena);
  AM_TRY(read_text(w->arena, w->report, mixed_law_text(mixed, w->arena),
                   &material));
  const am_law_choice choice = {.energies = solver->energies,
                                .logarithmic = mixed->logarithmic};
  AM_TRY(am_law_new(w->arena, w->report, material, &choice, &w->law));
  AM_TRY(am_engine_compile(w->arena, w->report, w->engine, w->law, &w->solver,
                           &(am_engine_options){.mixed = true, .threads = 1},
                           &w->program));
  int components[AM_FIELD_COUNT];
  am_field_components(w->law, solver->tangent ? 6 : 0, components);
  w->f = am_fields_new(w->arena, components,
                       AM_FIELDS_ALL & ~AM_FIELD_BIT(parameters) &
                           ~AM_FIELD_BIT(substeps),
                       count);
  w->stress0 = AM_ARRAY(w->arena, double, 6 * count);
  am_fields_rest(&w->f, w->law, count);
  double *state0 = am_field_get(&w->f, AM_FIELD_state0);
  double *F0 = am_field_get(&w->f, AM_FIELD_gradient0);
  for (long p = 0; p < count; p++) {
    for (int i = 0; i < w->law->na; i++)
      state0[i * count + p] = w->law->initial[i];
    for (int i = 0; i < 3 && w->law->logarithmic; i++) F0[i * count + p] = 1;
  }
  return AM_OK;
}

static inline const char *last_message(const walk *w) {
  const am_message *m = w->report->first;
  while (m && m->next) m = m->next;
  return m ? m->text : "no message";
}

static inline void walk_close(walk *w) { am_arena_free(w->arena); }

/* Results become the input of the next loading step; until then the input is
 * kept separately. */
static inline void walk_go_on(walk *w) {
  const double *T1 = w->f.external1;
  double *T0 = am_field_get(&w->f, AM_FIELD_external0);
  for (long p = 0; p < w->count; p++) {
    if (w->f.status[p] != AM_POINT_GOOD) continue;
    for (int i = 0; i < 6; i++)
      w->stress0[i * w->f.stride + p] = w->f.stress[i * w->f.stride + p];
    for (int i = 0; i < w->law->nf; i++)
      T0[i * w->f.stride + p] = T1[i * w->f.stride + p];
  }
  for (int i = 0; i < AM_FIELD_COUNT; i++) am_field_swap(&w->f, i);
}

static inline void walk_advance(walk *w) {
  am_engine_advance(w->program, &w->f, w->count);
}

/* A point starts again in the next loading step. */
static inline void walk_restart(walk *w, long p) {
  am_fields *f = &w->f;
  double *gradient = am_field_get(f, AM_FIELD_gradient);
  double *T1 = am_field_get(f, AM_FIELD_external1);
  for (int i = 0; i < w->law->nx; i++)
    f->state[i * f->stride + p] = i < w->law->na ? w->law->initial[i] : 0;
  for (int i = 0; i < 6; i++)
    f->strain[i * f->stride + p] = f->stress[i * f->stride + p] = 0;
  for (int i = 0; i < am_law_deformed(w->law); i++)
    gradient[i * f->stride + p] = i < 3;
  for (int i = 0; i < w->law->nf; i++)
    T1[i * f->stride + p] = w->law->external[i];
  f->step[p] = f->stress_max[p] = f->method[p] = 0;
  f->status[p] = AM_POINT_GOOD;
}

static inline double norm_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* Numbers [n] of a point. */
static inline void walk_get(const walk *w, const double *field, long p, int n,
                            double *values) {
  for (int i = 0; i < n; i++) values[i] = field[i * w->f.stride + p];
}

/* A variable, or the coordinates [6] of a tensor; zero if it does not exist */
static inline void walk_variable(const walk *w, const double *state, long p,
                                 const char *name, double *values) {
  memset(values, 0, 6 * sizeof *values);
  for (int i = 0; i < w->law->count; i++) {
    const am_variable *v = &w->law->variables[i];
    if (strcmp(v->name, name)) continue;
    walk_get(w, state + v->offset * w->f.stride, p, v->size,
             values + (v->size == 5));
  }
}

#endif
