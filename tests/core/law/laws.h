/* laws.h: laws built from texts, and their functions as numbers. */
#ifndef AM_TESTS_MATERIAL_LAWS_H
#define AM_TESTS_MATERIAL_LAWS_H

#include "expr/parts.h"
#include "tests/graph_tools.h"
#include "tests/core/law/materials.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_material *material;
  am_law *law;
  am_frame *frames[AM_FUNCTIONS];
  int counts[AM_FUNCTIONS];
} built;

typedef struct {
  const char *material, *parameters, *set;
  am_strategy strategy;
  bool energies;
} request;

static inline am_status law_try(built *b, const request *r) {
  *b = (built){.arena = test_arena()};
  ck_assert(!am_arena_recover(b->arena));
  b->report = am_report_new(b->arena);
  AM_TRY(read_material(b->arena, b->report, r->material, &b->material));
  return am_law_new(
      b->arena, b->report, b->material,
      &(am_law_choice){.overrides = mapping(b->arena, b->report, r->parameters),
                       .set = r->set,
                       .strategy = r->strategy,
                       .energies = r->energies},
      &b->law);
}

static inline built law_open(const request *r) {
  built b;
  am_status status = law_try(&b, r);
  ck_assert_msg(status == AM_OK, "%s: %s", r->material,
                first_message(b.arena, b.report));
  return b;
}

static inline built law_of(const char *material) {
  return law_open(&(request){.material = material});
}

static inline void law_close(built *b) { am_arena_free(b->arena); }

/* Arguments of a function of the law; NULL: zeros */
typedef struct {
  const double *eps, *state, *rate, *direction, *along;
  const double *external; /* NULL: default */
  double theta[2 * (6 + AM_MOST_EXTERNAL) + 1];
} at;

/* The outputs of a function. */
static inline const double *law_values(built *b, am_function f, at x) {
  static const double zeros[1000];
  if (!b->frames[f]) {
    const am_node *nodes =
        am_law_function(b->arena, b->law, f, &b->counts[f]);
    b->frames[f] = am_frame_new(
        b->arena,
        am_program_new(b->arena, b->law->graph, nodes, b->counts[f]));
    am_frame_bind(b->frames[f], b->law->parameters);
  }
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_ALONG] = x.along ? x.along : zeros,
      [AM_INPUT_STRAIN] = x.eps ? x.eps : zeros,
      [AM_INPUT_EXTERNAL] = x.external ? x.external : b->law->external,
      [AM_INPUT_STATE] = x.state ? x.state : zeros,
      [AM_INPUT_RATE] = x.rate ? x.rate : zeros,
      [AM_INPUT_DIRECTION] = x.direction ? x.direction : zeros,
      [AM_INPUT_TIME] = x.theta};
  double *values = AM_ARRAY(b->arena, double, b->counts[f] + 1);
  am_frame_run(b->frames[f], inputs, values);
  return values;
}

static inline const am_variable *law_variable(const built *b,
                                              const char *name) {
  for (int i = 0; i < b->law->count; i++)
    if (!strcmp(b->law->variables[i].name, name))
      return &b->law->variables[i];
  ck_abort_msg("no variable %s", name);
}

/* Message of a request that must be rejected. */
static inline void law_refused(const request *r, const char *message) {
  built b;
  am_status status = law_try(&b, r);
  ck_assert_msg(status == AM_INPUT, "accepted:\n%s", r->material);
  ck_assert_str_eq(first_message(b.arena, b.report), message);
  law_close(&b);
}

static inline double *random_vector(built *b, uint64_t *seed, int n,
                                    double size) {
  double *x = AM_ARRAY(b->arena, double, n + 1);
  for (int i = 0; i < n; i++) x[i] = random_in(seed, -size, size);
  return x;
}

/* A state in which the installed materials flow; directions of order 1. */
static inline at random_state(built *b, uint64_t *seed) {
  int inputs = am_law_inputs(b->law);
  at x = {.eps = random_vector(b, seed, 6, 2e-3),
          .state = random_vector(b, seed, b->law->na, 1e-3),
          .rate = random_vector(b, seed, inputs, 1e-2),
          .direction = random_vector(b, seed, (inputs + 1) * b->law->nx, 1),
          .along = random_vector(b, seed, b->law->ns + inputs, 1)};
  for (int i = 0; i < am_law_times(b->law); i++)
    x.theta[i] = random_in(seed, 0, 1);
  return x;
}

static inline const char *const *installed(size_t *count) {
  static am_arena *arena;
  if (!arena) arena = test_arena();
  const char *const *names = am_material_names(arena, count);
  ck_assert_uint_gt(*count, 0);
  return names;
}

#define FOR_MATERIALS(name)                                        \
  for (size_t n_ = 0, i_ = 0; i_ < (installed(&n_), n_); i_++)     \
    for (const char *name = installed(&n_)[i_]; name; name = NULL)

#endif
