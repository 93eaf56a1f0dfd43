/* points.h: a material point that a test drives through loading steps. */
#ifndef AM_TESTS_ENGINE_POINTS_H
#define AM_TESTS_ENGINE_POINTS_H

#include "base/basis.h"
#include "engine/engine.h"
#include "tests/core/law/materials.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_material *material;
  am_law *law;
  am_engine_program *program;
  const am_engine *engine;
  double *state; /* at the start of the loading step [nx] */
  am_step step;
} point;

/* Properties of a point; NULL: none */
typedef struct {
  const char *material, *parameters, *set;
  am_solver solver;
  bool logarithmic; /* deformation gradients are given */
  bool strains; /* all components are controlled in strain */
} setup;

static inline am_solver solver_of(const char *scheme) {
  am_solver solver = am_solver_default;
  solver.scheme = am_scheme_find(scheme);
  ck_assert_msg(solver.scheme != NULL, "no scheme %s", scheme);
  return solver;
}

/* Tight tolerances on the internal variables. */
static inline am_solver tight(const char *scheme, double rtol) {
  am_solver solver = solver_of(scheme);
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.rtol = rtol;
  solver.atol = 1e-12;
  solver.equilibrium = 1e-12;
  return solver;
}

static inline am_status point_try(point *p, const am_engine *engine,
                                  const setup *s) {
  *p = (point){.arena = test_arena(), .engine = engine};
  ck_assert(!am_arena_recover(p->arena));
  p->report = am_report_new(p->arena);
  AM_TRY(read_material(p->arena, p->report, s->material, &p->material));
  const am_law_choice choice = {
      .overrides = mapping(p->arena, p->report, s->parameters),
      .set = s->set, .strategy = s->solver.strategy,
      .energies = s->solver.energies, .logarithmic = s->logarithmic};
  AM_TRY(am_law_new(p->arena, p->report, p->material, &choice, &p->law));
  const am_engine_options options = {.mixed = !s->strains, .threads = 1};
  AM_TRY(am_engine_compile(p->arena, p->report, engine, p->law, &s->solver,
                           &options, &p->program));
  p->state = AM_ARRAY(p->arena, double, p->law->nx + 1);
  if (p->law->na)
    memcpy(p->state, p->law->initial, (size_t)p->law->na * sizeof(double));
  p->step.state0 = p->state;
  p->step.state = AM_ARRAY(p->arena, double, p->law->nx + 1);
  p->step.derivative = AM_ARRAY(p->arena, double, 6 * p->law->nx + 1);
  memcpy(p->step.external0, p->law->external, sizeof p->step.external0);
  memcpy(p->step.external1, p->law->external, sizeof p->step.external1);
  return AM_OK;
}

static inline point point_open(const am_engine *engine, const setup *s) {
  point p;
  am_status status = point_try(&p, engine, s);
  ck_assert_msg(status == AM_OK, "%s: %s", s->material,
                first_message(p.arena, p.report));
  return p;
}

static inline void point_close(point *p) { am_arena_free(p->arena); }

/* One loading step; control: 'e' or 's' for each component, target: tensor
 * components. The state of the point is unchanged until the step is
 * accepted. */
static inline am_point_status point_move(point *p, double duration,
                                         const char *control,
                                         const double *target) {
  p->step.duration = duration;
  for (int i = 0; i < 6; i++) {
    p->step.control[i] = control[i] == 's';
    p->step.target[i] = target[i];
  }
  am_engine_step(p->program, &p->step);
  return p->step.status;
}

static inline am_point_status point_strain(point *p, double duration,
                                           const double *strain) {
  return point_move(p, duration, "eeeeee", strain);
}

static inline am_point_status point_uniaxial(point *p, double duration,
                                             double xx) {
  return point_move(p, duration, "esssss", (double[6]){xx});
}

/* The next step begins where this one ended. */
static inline void point_accept(point *p) {
  memcpy(p->step.strain0, p->step.strain, sizeof p->step.strain);
  memcpy(p->step.external0, p->step.external1, sizeof p->step.external0);
  memcpy(p->state, p->step.state, (size_t)p->law->nx * sizeof(double));
  p->step.step0 = p->step.step;
  p->step.stress_max0 = p->step.stress_max;
}

/* An internal variable by name, as users see it: [1] or [6]. */
static inline void point_variable(const point *p, const char *name,
                                  double *values) {
  for (int i = 0; i < p->law->count; i++)
    if (!strcmp(p->law->variables[i].name, name)) {
      am_variable_to_user(&p->law->variables[i], p->step.state, values);
      return;
    }
  ck_abort_msg("no variable %s", name);
}

/* Engines for loops over all combinations: the interpreter (test_native.c shows
 * that the others agree with it); all CPU engines if AUTOMAT_LONG_TESTS is
 * set. */
static inline size_t tested_engines(void) {
  return getenv("AUTOMAT_LONG_TESTS") ? 2 : 1;
}

/* Every engine, every scheme: loops of tests. */
#define FOR_ENGINES(engine)                                               \
  for (size_t n_ = 0, e_ = 0; e_ < tested_engines(); e_++)                \
    for (const am_engine *engine = am_engines(&n_)[e_]; engine;          \
         engine = NULL)

#define FOR_SCHEMES(scheme)                                               \
  for (size_t m_ = 0, s_ = 0; s_ < (am_schemes(&m_), m_); s_++)           \
    for (const am_scheme *scheme = am_schemes(&m_) + s_; scheme;          \
         scheme = NULL)

#endif
