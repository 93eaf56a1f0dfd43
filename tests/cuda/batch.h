/* batch.h: fields of points in all kinds of memory, for tests of the engine
 * cuda on a device or its emulation, and for tests of all engines. */
#ifndef AM_TESTS_CUDA_BATCH_H
#define AM_TESTS_CUDA_BATCH_H

#include <string.h>

#include "cuda/program.h"
#include "engine/parts.h"
#include "tests/graph_tools.h"
#include "tests/core/law/materials.h"

/* The fields of a batch, in the order of am_fields. */
enum {
  PARAMETERS,
  STRAIN0,
  STATE0,
  TARGET,
  CONTROL,
  EXTERNAL0,
  EXTERNAL1,
  FIRST,
  LARGEST,
  GIVEN,
  STRAIN = GIVEN,
  STATE,
  NEXT,
  REACHED,
  STRESS,
  TANGENT,
  DERIVATIVE,
  STRESS_BY_EXTERNAL,
  ENERGY,
  STATUS,
  COUNTS,
  GRADIENT,
  GRADIENT0,
  FIELDS
};

static const char *const field_names[FIELDS] = {"parameters",
                                                "strain0",
                                                "state0",
                                                "target",
                                                "control",
                                                "external0",
                                                "external1",
                                                "first",
                                                "largest",
                                                "strain",
                                                "state",
                                                "next",
                                                "reached",
                                                "stress",
                                                "tangent",
                                                "derivative",
                                                "stress_by_external",
                                                "energy",
                                                "status",
                                                "counts",
                                                "gradient",
                                                "gradient0"};

typedef enum { PLAIN, PINNED, KEPT, MEMORIES } memory;

/* Requested results */
typedef struct {
  const char *material, *scheme, *parameters;
  bool tangent, energies, mixed, spread;
  bool rows; /* equations in the places of yy and zz */
  bool logarithmic; /* deformation gradients are given */
  bool single; /* of the engine cuda */
  am_strategy strategy;
  am_tangent_mode mode;
  am_error_control control;
  int substeps;     /* 0: 1 */
  int max_substeps; /* 0: 3000 */
} combination;

typedef struct {
  const combination *of;
  am_arena *arena;
  am_report *report;
  am_law *law;
  am_solver solver;
  int rows[FIELDS];
} setting;

typedef struct {
  const setting *setting;
  const am_engine *engine;
  am_engine_program *program;
  memory memory;
  long count, stride;
  double *fields[FIELDS];
} batch;

static inline setting open_setting(const combination *c) {
  setting s = {.of = c, .arena = test_arena(), .solver = am_solver_default};
  am_material *material;
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  s.solver.scheme = am_scheme_find(c->scheme);
  ck_assert_ptr_nonnull(s.solver.scheme);
  s.solver.strategy = c->strategy;
  s.solver.tangent = c->tangent;
  s.solver.energies = c->energies;
  s.solver.tangent_mode = c->mode;
  s.solver.error_control = c->control;
  s.solver.substeps = c->substeps ? c->substeps : 1;
  s.solver.max_substeps = c->max_substeps ? c->max_substeps : 3000;
  ck_assert_int_eq(read_material(s.arena, s.report, c->material, &material),
                   AM_OK);
  const am_law_choice choice = {
      .overrides = mapping(s.arena, s.report, c->parameters),
      .strategy = c->strategy, .energies = c->energies,
      .logarithmic = c->logarithmic};
  am_status status =
      am_law_new(s.arena, s.report, material, &choice, &s.law);
  ck_assert_msg(status == AM_OK, "%s", first_message(s.arena, s.report));
  int n = c->logarithmic ? 9 : 6, deformed = am_law_deformed(s.law);
  const int rows[FIELDS] = {
      s.law->parameter_numbers, 6, s.law->nx, n, c->mixed ? n : 0,
      s.law->nf, s.law->nf, 1, 1,
      6, s.law->nx, 1, 1, 6, c->tangent ? n * n : 0,
      c->tangent ? 6 * s.law->nx : 0, c->tangent ? 6 * s.law->nf : 0,
      1, 1, AM_COUNTS, deformed, deformed};
  memcpy(s.rows, rows, sizeof rows);
  return s;
}

static inline am_status try_program(const setting *s, am_arena *arena,
                                    const char *engine,
                                    am_engine_program **program) {
  const am_engine_options options = {.mixed = s->of->mixed,
                                     .rows = s->of->rows,
                                     .spread = s->of->spread, .threads = 1,
                                     .single = s->of->single &&
                                               !strcmp(engine, "cuda")};
  return am_engine_compile(arena, s->report, am_engine_find(engine), s->law,
                           &s->solver, &options, program);
}

/* True if all messages are notes */
static inline bool is_calm(const am_report *report) {
  for (const am_message *m = report->first; m; m = m->next)
    if (m->severity != AM_SEVERITY_NOTE) return false;
  return true;
}

/* The arena owns it. */
static inline am_engine_program *program_in(const setting *s, am_arena *arena,
                                            const char *engine) {
  am_engine_program *program;
  am_status status = try_program(s, arena, engine, &program);
  ck_assert_msg(status == AM_OK && is_calm(s->report), "%s, %s: %s",
                s->of->material, s->of->scheme,
                first_message(s->arena, s->report));
  return program;
}

static inline am_engine_program *program_of(const setting *s,
                                            const char *engine) {
  return program_in(s, s->arena, engine);
}

static inline double *new_field(const batch *b, am_arena *arena, int rows) {
  if (b->memory == PLAIN) return AM_ARRAY(arena, double, rows * b->stride);
  return am_engine_field(b->program, arena, rows, b->stride, b->memory == KEPT);
}

static inline void changed(const batch *b, int field) {
  if (b->program && b->fields[field])
    am_engine_changed(b->program, b->fields[field]);
}

/* Mixed control: yy and zz are stresses in all points, xz and xy in most, xx
 * and yz in some. */
static inline bool is_common_stress(const combination *c, int i) {
  return c->mixed && (i == 1 || i == 2);
}

static inline bool is_own_stress(const combination *c, long p, int i) {
  bool rare = i == 0 || i == 3;
  return c->mixed && i != 1 && i != 2 && (rare ? p % 5 == 4 : p % 5 != 2);
}

/* Gradients at the start, with their strains, and at the end; stresses
 * unchanged. */
static inline void deform(batch *b, uint64_t *seed, long p) {
  double F[9], strain[6], *const *f = b->fields;
  for (int i = 0; i < 9; i++) {
    double unit = i < 3, shear = i < 6 ? 0 : 2e-4 * random_in(seed, -1, 1);
    bool own = i < 6 && is_own_stress(b->setting->of, p, i);
    bool stress = own || (i < 6 && is_common_stress(b->setting->of, i));
    F[i] = unit + 2e-4 * random_in(seed, -1, 1);
    f[GRADIENT0][i * b->stride + p] = F[i];
    if (i >= 6) f[TARGET][i * b->stride + p] = shear;
    if (!stress) f[TARGET][i * b->stride + p] += unit;
    if (f[CONTROL]) f[CONTROL][i * b->stride + p] = own;
  }
  am_logarithmic_strain(F, strain);
  for (int i = 0; i < 6; i++) f[STRAIN0][i * b->stride + p] = strain[i];
}

/* Points near rest and far from it, some elastic, some flowing fast; the last
 * two cannot be integrated. */
static inline void fill(batch *b) {
  const am_law *law = b->setting->law;
  double *const *f = b->fields;
  uint64_t seed = 21;
  for (long p = 0; p < b->count; p++) {
    double size = pow(10, random_in(&seed, -5, -2.3));
    for (int i = 0; i < 6; i++) {
      bool own = is_own_stress(b->setting->of, p, i);
      bool stress = own || is_common_stress(b->setting->of, i);
      if (f[CONTROL]) f[CONTROL][i * b->stride + p] = own;
      f[STRAIN0][i * b->stride + p] = 0.3 * size * random_in(&seed, -1, 1);
      f[TARGET][i * b->stride + p] =
          (stress ? 20 : size) * random_in(&seed, -1, 1);
    }
    for (int i = 0; i < law->nf; i++) {
      f[EXTERNAL0][i * b->stride + p] = law->external[i];
      f[EXTERNAL1][i * b->stride + p] =
          law->external[i] * random_in(&seed, 1, 1.05);
    }
    for (int i = 0; i < law->na; i++)
      f[STATE0][i * b->stride + p] = law->initial[i];
    for (int i = 0; i < law->parameter_numbers; i++)
      f[PARAMETERS][i * b->stride + p] =
          law->parameters[i] *
          (1 + (law->structural[i] ? 0 : 0.001 * (double)(p % 7)));
    if (law->logarithmic) deform(b, &seed, p);
    f[FIRST][p] = p % 3 ? 0 : 0.1;
    f[LARGEST][p] = 10;
  }
  f[STRAIN0][b->count - 1] = NAN;
  f[TARGET][b->count - 2] = INFINITY;
  for (int i = 0; i < GIVEN; i++) changed(b, i);
  changed(b, GRADIENT0);
}

static inline batch new_batch(const setting *s, const char *engine,
                              am_engine_program *program, am_arena *arena,
                              memory where, long count) {
  batch b = {.setting = s, .engine = am_engine_find(engine),
             .program = program, .memory = where, .count = count,
             .stride = count + 3};
  for (int i = 0; i < FIELDS; i++)
    b.fields[i] = s->rows[i] ? new_field(&b, arena, s->rows[i]) : NULL;
  fill(&b);
  return b;
}

/* From point `first` on. */
static inline am_fields fields_of(const batch *b, long first) {
  double *p[FIELDS];
  for (int i = 0; i < FIELDS; i++)
    p[i] = b->fields[i] ? b->fields[i] + first : NULL;
  am_fields f = {.stride = b->stride,
                 .duration = 0.4,
                 .strain0 = p[STRAIN0],
                 .state0 = p[STATE0],
                 .target = p[TARGET],
                 .control = p[CONTROL],
                 .step0 = p[FIRST],
                 .stress_max0 = p[LARGEST],
                 .external0 = p[EXTERNAL0],
                 .external1 = p[EXTERNAL1],
                 .stress_by_external = p[STRESS_BY_EXTERNAL],
                 .gradient0 = p[GRADIENT0],
                 .gradient = p[GRADIENT],
                 .strain = p[STRAIN],
                 .state = p[STATE],
                 .step = p[NEXT],
                 .stress_max = p[REACHED],
                 .stress = p[STRESS],
                 .tangent = p[TANGENT],
                 .derivative = p[DERIVATIVE],
                 .energy = p[ENERGY],
                 .status = p[STATUS],
                 .counts = p[COUNTS]};
  for (int i = 0; i < 6; i++)
    f.stress_controlled[i] = is_common_stress(b->setting->of, i);
  if (b->setting->of->rows)
    f.rows = (am_rows){.constrained = {0, 1, 1},
                       .of = {{0}, {-0.5, 1}, {0, 0, 1, [11] = 1e3}}};
  return f;
}

static inline void fetch_all(const batch *b) {
  for (int i = GIVEN; i < FIELDS; i++)
    if (b->program && b->fields[i]) am_engine_fetch(b->program, b->fields[i]);
}

static inline void check_failure(const batch *b) {
  const char *failure = am_engine_failure(b->program);
  ck_assert_msg(!failure, "%s", failure);
}

static inline void advance_with(const batch *b, const am_fields *f,
                                long count) {
  am_engine_advance(b->program, f, count);
  check_failure(b);
}

/* All points, `at_once` in a call. */
static inline void advance(const batch *b, long at_once) {
  for (long first = 0; first < b->count; first += at_once) {
    am_fields f = fields_of(b, first);
    advance_with(b, &f, first + at_once < b->count ? at_once
                                                   : b->count - first);
  }
  fetch_all(b);
}

/* Relative to the largest component of each point; Newton's method has a
 * residual of 1e-15 of a strain, which is noise in values below 1e-13. */
static inline void compare(const batch *found, const batch *expected,
                           int field, double tolerance) {
  const double *x = found->fields[field], *y = expected->fields[field];
  for (long p = 0; x && p < found->count; p++) {
    double most = 1e-13;
    for (int i = 0; i < found->setting->rows[field]; i++)
      most = fmax(most, fabs(y[i * expected->stride + p]));
    for (int i = 0; i < found->setting->rows[field]; i++) {
      double a = x[i * found->stride + p], b = y[i * expected->stride + p];
      ck_assert_msg((isnan(a) && isnan(b)) || a == b ||
                        fabs(a - b) <= tolerance * most,
                    "%s, %s: %s, component %d of point %ld: %.17g, expected "
                    "%.17g", found->setting->of->material,
                    found->setting->of->scheme, field_names[field], i, p, a,
                    b);
    }
  }
}

static inline void compare_bits(const batch *found, const batch *expected) {
  for (int i = GIVEN; i < FIELDS; i++) compare(found, expected, i, 0);
}

/* Missing fields are zero, or not requested, and do not affect the others. */
static inline void check_unwanted(const setting *s, const char *engine,
                                  long count) {
  static const int wanted[] = {STATE, STRESS, TANGENT, STATUS};
  am_engine_program *program = program_of(s, engine);
  batch all = new_batch(s, engine, program, s->arena, PLAIN, count);
  batch some = new_batch(s, engine, program, s->arena, PLAIN, count);
  double *substeps = AM_ARRAY(s->arena, double, some.stride);
  for (long p = 0; p < count; p++)
    all.fields[FIRST][p] = all.fields[LARGEST][p] = 0;
  am_fields f = fields_of(&some, 0);
  f.step0 = f.stress_max0 = NULL;
  f.strain = f.step = f.stress_max = f.energy = f.counts = NULL;
  f.substeps = substeps;
  advance(&all, count);
  advance_with(&some, &f, count);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    compare(&some, &all, wanted[i], 0);
  for (long p = 0; p < count; p++)
    ck_assert_double_eq(substeps[p], all.fields[COUNTS][p]);
}

static const combination unwanted[] = {
    {.material = "michel-suquet", .scheme = "ode23", .tangent = true,
     .energies = true},
    {.material = "michel-suquet", .scheme = "ode23", .mixed = true},
    {.material = "michel-suquet", .scheme = "implicit-euler"},
    {.material = "zener", .scheme = "ode12"},
    {.material = "linear-elastic", .scheme = "ode23"},
};

enum { UNWANTED = sizeof unwanted / sizeof *unwanted };

/* Agreement of engines: equal statuses and substeps, and values up to rounding;
 * energies and quadratures up to the rounding of their terms. One of thousands
 * of substeps may depend on rounding in a function of the device. */
static inline void compare_all(const batch *found, const batch *expected,
                               double tolerance) {
  compare(found, expected, STATUS, 0);
  for (long p = 0; p < found->count; p++)
    ck_assert_msg(fabs(found->fields[COUNTS][p] -
                       expected->fields[COUNTS][p]) <=
                      1e-3 * expected->fields[COUNTS][p],
                  "%s, %s: %g substeps of point %ld, expected %g",
                  found->setting->of->material, found->setting->of->scheme,
                  found->fields[COUNTS][p], p, expected->fields[COUNTS][p]);
  compare(found, expected, GRADIENT, tolerance);
  for (int i = GIVEN; i < STATUS; i++) {
    bool made = i != DERIVATIVE || found->setting->of->strategy !=
                                       AM_STRATEGY_CONVENTIONAL;
    if (made)
      compare(found, expected, i, i == ENERGY ? 10 * tolerance : tolerance);
  }
}

#endif
