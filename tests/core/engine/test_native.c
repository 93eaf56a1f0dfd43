/* Compiled code computes the same status, substeps and values as the
 * interpreter, for any lanes, threads and neighbours. */
#include "engine/engine.h"

#include <unistd.h>

#include "tests/core/engine/combinations.h"
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { COUNT = 45, MOST_NX = 20 };

/* Fields of COUNT points, stride COUNT + 3. */
enum { STRIDE = COUNT + 3 };

typedef struct {
  double strain0[6 * STRIDE], state0[MOST_NX * STRIDE], target[6 * STRIDE];
  double first[STRIDE], largest[STRIDE], parameters[MOST_NX * STRIDE];
  double strain[6 * STRIDE], state[MOST_NX * STRIDE], next[STRIDE];
  double reached[STRIDE], stress[6 * STRIDE], tangent[36 * STRIDE];
  double derivative[6 * MOST_NX * STRIDE], energy[STRIDE], status[STRIDE];
  double external0[STRIDE], external1[STRIDE], stress_by_external[6 * STRIDE];
  double counts[AM_COUNTS * STRIDE];
} batch;

typedef struct {
  const char *material, *scheme, *parameters;
  bool tangent, energies, mixed;
  am_strategy strategy;
  am_tangent_mode mode;
  am_error_control control;
  int substeps;     /* 0: 1 */
  int max_substeps; /* 0: 3000 */
} combination;

static am_fields fields_of(batch *b, const combination *c, bool jump) {
  am_fields f = {
      .stride = STRIDE,
      .duration = jump ? 0 : 0.4,
      .strain0 = b->strain0,
      .state0 = b->state0,
      .target = b->target,
      .step0 = b->first,
      .external0 = b->external0,
      .external1 = b->external1,
      .stress_by_external = c->tangent ? b->stress_by_external : NULL,
      .stress_max0 = b->largest,
      .strain = b->strain,
      .state = b->state,
      .step = b->next,
      .stress_max = b->reached,
      .stress = b->stress,
      .tangent = c->tangent ? b->tangent : NULL,
      .derivative = c->tangent ? b->derivative : NULL,
      .energy = b->energy,
      .status = b->status,
      .counts = b->counts};
  for (int i = 1; c->mixed && i < 6; i++) f.stress_controlled[i] = i != 3;
  return f;
}

/* Points near rest and far from it, some elastic, some flowing fast; the last
 * two cannot be integrated. */
static void fill(batch *b, const am_law *law, const combination *c) {
  uint64_t seed = 21;
  memset(b, 0, sizeof *b);
  for (int p = 0; p < COUNT; p++) {
    double size = pow(10, random_in(&seed, -5, -2.3));
    for (int i = 0; i < 6; i++) {
      b->strain0[i * STRIDE + p] = 0.3 * size * random_in(&seed, -1, 1);
      bool stress = c->mixed && i > 0 && i != 3;
      b->target[i * STRIDE + p] = (stress ? 20 : size) *
                                  random_in(&seed, -1, 1);
    }
    ck_assert_int_le(law->nf, 1);
    b->external0[p] = law->external[0];
    b->external1[p] = law->external[0] * (1 + 0.05 * p / COUNT);
    for (int i = 0; i < law->na; i++)
      b->state0[i * STRIDE + p] = law->initial[i];
    b->first[p] = p % 3 ? 0 : 0.1;
    b->largest[p] = 10;
  }
  b->strain0[COUNT - 1] = NAN;
  b->target[COUNT - 2] = INFINITY;
}

typedef struct {
  am_arena *arena;
  am_report *report;
  am_law *law;
  am_solver solver;
} setting;

static setting open_setting(const combination *c) {
  setting s = {.arena = test_arena(), .solver = solver_of(c->scheme)};
  am_material *material;
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  s.solver.strategy = c->strategy;
  s.solver.tangent = c->tangent;
  s.solver.energies = c->energies;
  s.solver.tangent_mode = c->mode;
  s.solver.error_control = c->control;
  s.solver.substeps = c->substeps ? c->substeps : 1;
  s.solver.max_substeps = c->max_substeps ? c->max_substeps : 3000;
  ck_assert_int_eq(read_material(s.arena, s.report, c->material, &material),
                   AM_OK);
  am_status status = am_law_new(
      s.arena, s.report, material,
      &(am_law_choice){.overrides = mapping(s.arena, s.report, c->parameters),
                       .strategy = c->strategy,
                       .energies = c->energies},
      &s.law);
  ck_assert_msg(status == AM_OK, "%s", first_message(s.arena, s.report));
  ck_assert_int_le(s.law->nx, MOST_NX);
  return s;
}

static void advance(const setting *s, const char *engine, int lanes,
                    int threads, const combination *c, batch *b) {
  am_engine_program *program;
  const am_engine *e = am_engine_find(engine);
  am_engine_options options = {.mixed = c->mixed, .lanes = lanes,
                               .threads = threads};
  am_fields fields = fields_of(b, c, false);
  am_status status = am_engine_compile(s->arena, s->report, e, s->law,
                                       &s->solver, &options, &program);
  ck_assert_msg(status == AM_OK && !s->report->first, "%s",
                first_message(s->arena, s->report));
  am_engine_advance(program, &fields, COUNT);
}

/* Fields of `rows` components; relative to the largest of each point. */
static void compare(const char *what, const double *found,
                    const double *expected, int rows, double tolerance) {
  for (int p = 0; p < COUNT; p++) {
    double most = 0;
    for (int i = 0; i < rows; i++)
      most = fmax(most, fabs(expected[i * STRIDE + p]));
    for (int i = 0; i < rows; i++) {
      double x = found[i * STRIDE + p], y = expected[i * STRIDE + p];
      ck_assert_msg((isnan(x) && isnan(y)) || x == y ||
                        fabs(x - y) <= tolerance * most,
                    "%s, component %d of point %d: %.17g, expected %.17g",
                    what, i, p, x, y);
    }
  }
}

static void compare_all(const batch *found, const batch *expected,
                        const am_law *law, double tolerance) {
  compare("status", found->status, expected->status, 1, 0);
  compare("substeps", found->counts, expected->counts, 1, 0);
  compare("strain", found->strain, expected->strain, 6, tolerance);
  compare("state", found->state, expected->state, law->nx, tolerance);
  compare("next", found->next, expected->next, 1, tolerance);
  for (int p = 0; p < COUNT; p++) {
    if (expected->status[p] != AM_POINT_GOOD) continue;
    ck_assert_msg(fabs(found->energy[p] - expected->energy[p]) <=
                      10 * tolerance * fabs(expected->energy[p]) + 1e-300,
                  "energy of point %d: %.17g, expected %.17g", p,
                  found->energy[p], expected->energy[p]);
  }
}

static const combination combinations[] = {ENGINE_COMBINATIONS};

enum { COMBINATIONS = sizeof combinations / sizeof *combinations };

/* In the short tier some rows use the default C compiler, which is slow, and
 * the others unit-cc; some are also computed point by point. */
enum { EVERY_COMPILER = 14, EVERY_SINGLE = 3 };

static int single_combination(int i) {
  return getenv("AUTOMAT_LONG_TESTS") ? i : EVERY_SINGLE * i;
}

/* Vector powers are accurate to one unit in the last place; strains under
 * prescribed stresses are accurate only to the equilibrium tolerance, 1e-8, so
 * equal iterates agree in fewer digits. */
START_TEST(agrees_with_interp) {
  static batch expected, found;
  const combination *c = &combinations[_i];
  setting s = open_setting(c);
  if (_i % EVERY_COMPILER == 0) unsetenv("AUTOMAT_CC");
  fill(&expected, s.law, c);
  advance(&s, "interp", 1, 1, c, &expected);
  fill(&found, s.law, c);
  advance(&s, "native", 0, 1, c, &found);
  compare_all(&found, &expected, s.law, c->mixed ? 1e-11 : 1e-12);
  if (c->tangent) {
    compare("stress", found.stress, expected.stress, 6,
            c->mixed ? 1e-11 : 1e-12);
    compare("tangent", found.tangent, expected.tangent, 36, 1e-11);
    compare("stress_by_external", found.stress_by_external,
            expected.stress_by_external, 6, 1e-11);
  }
  am_arena_free(s.arena);
}
END_TEST

/* With one point at a time, no vector power functions are used, and the bits
 * are the same. */
START_TEST(single_points_agree_bit_for_bit) {
  static batch expected, found;
  const combination *c = &combinations[single_combination(_i)];
  setting s = open_setting(c);
  fill(&expected, s.law, c);
  advance(&s, "interp", 1, 1, c, &expected);
  fill(&found, s.law, c);
  advance(&s, "native", 1, 1, c, &found);
  compare_all(&found, &expected, s.law, 0);
  compare("stress", found.stress, expected.stress, 6, 0);
  if (c->tangent)
    compare("tangent", found.tangent, expected.tangent, 36, 0);
  if (c->tangent)
    compare("stress_by_external", found.stress_by_external,
            expected.stress_by_external, 6, 0);
  if (c->tangent && c->strategy != AM_STRATEGY_CONVENTIONAL)
    compare("derivative", found.derivative, expected.derivative,
            6 * s.law->nx, 0);
  am_arena_free(s.arena);
}
END_TEST

/* Laws with arithmetic operations only have the same bits: zener is linear. */
START_TEST(algebraic_laws_agree_bit_for_bit) {
  static const char *const schemes[] = {"ode23", "ode23s", "implicit-euler",
                                        "ode45"};
  static batch expected, found;
  combination c = {.material = "zener", .scheme = schemes[_i],
                    .tangent = _i % 2};
  setting s = open_setting(&c);
  fill(&expected, s.law, &c);
  advance(&s, "interp", 1, 1, &c, &expected);
  for (int lanes = 0; lanes <= 1; lanes++) {
    fill(&found, s.law, &c);
    advance(&s, "native", lanes, 1, &c, &found);
    compare_all(&found, &expected, s.law, 0);
  }
  am_arena_free(s.arena);
}
END_TEST

/* A point gives the same bits with one thread or more, alone or with others,
 * first or last. */
START_TEST(neighbours_do_not_matter) {
  static batch all, other;
  const combination c = {
      .material = "michel-suquet", .scheme = "ode23", .tangent = true};
  setting s = open_setting(&c);
  am_engine_program *program;
  const am_engine *e = am_engine_find("native");
  fill(&all, s.law, &c);
  advance(&s, "native", 0, 1, &c, &all);
  fill(&other, s.law, &c);
  advance(&s, "native", 0, 2, &c, &other);
  compare_all(&other, &all, s.law, 0);
  fill(&other, s.law, &c);
  ck_assert_int_eq(
      am_engine_compile(s.arena, s.report, e, s.law, &s.solver,
                        &(am_engine_options){.threads = 1}, &program),
      AM_OK);
  for (int p = COUNT - 1; p >= 0; p--) {
    am_fields f = fields_of(&other, &c, false);
    f.strain0 += p, f.state0 += p, f.target += p, f.step0 += p;
    f.stress_max0 += p, f.strain += p, f.state += p, f.step += p;
    f.stress_max += p, f.stress += p, f.tangent += p, f.derivative += p;
    f.energy += p, f.status += p, f.counts += p;
    am_engine_advance(program, &f, 1);
  }
  compare_all(&other, &all, s.law, 0);
  compare("tangent", other.tangent, all.tangent, 36, 0);
  am_arena_free(s.arena);
}
END_TEST

START_TEST(numbers_of_lanes_agree) {
  static batch expected, found;
  const combination c = {.material = "michel-suquet", .scheme = "ode23"};
  setting s = open_setting(&c);
  fill(&expected, s.law, &c);
  advance(&s, "native", 1, 1, &c, &expected);
  for (int lanes = 2; lanes <= 8; lanes *= 2) {
    am_engine_program *program;
    am_engine_options options = {.lanes = lanes, .threads = 1};
    am_report *own = am_report_new(s.arena);
    am_status status = am_engine_compile(s.arena, own, am_engine_find("native"),
                                         s.law, &s.solver, &options, &program);
    if (status == AM_INPUT) continue; /* the processor has fewer */
    ck_assert_int_eq(status, AM_OK);
    fill(&found, s.law, &c);
    am_fields f = fields_of(&found, &c, false);
    am_engine_advance(program, &f, COUNT);
    compare_all(&found, &expected, s.law, 1e-13);
  }
  am_arena_free(s.arena);
}
END_TEST

/* Parameters that differ between points give the results of separate calls. */
START_TEST(parameters_by_point) {
  static batch all, alone;
  const combination c = {.material = "michel-suquet", .scheme = "ode23"};
  setting s = open_setting(&c);
  for (size_t e = 0; e < 2; e++) {
    const am_engine *engine = am_engines(&(size_t){0})[e];
    am_engine_program *program;
    int numbers = s.law->parameter_numbers;
    ck_assert_int_eq(
        am_engine_compile(s.arena, s.report, engine, s.law, &s.solver,
                          &(am_engine_options){.threads = 2}, &program),
        AM_OK);
    fill(&all, s.law, &c);
    fill(&alone, s.law, &c);
    for (int i = 0; i < numbers; i++)
      for (int p = 0; p < COUNT; p++)
        all.parameters[i * STRIDE + p] =
            s.law->parameters[i] * (1 + 0.001 * (p % 7));
    am_fields f = fields_of(&all, &c, false);
    f.parameters = all.parameters;
    f.spread = 1;
    am_engine_advance(program, &f, COUNT);
    for (int kind = 0; kind < 7; kind++) {
      static batch kept;
      double *values = AM_ARRAY(s.arena, double, numbers);
      fill(&kept, s.law, &c);
      for (int i = 0; i < numbers; i++)
        values[i] = s.law->parameters[i] * (1 + 0.001 * kind);
      f = fields_of(&kept, &c, false);
      f.parameters = values;
      am_engine_advance(program, &f, COUNT);
      for (int p = kind; p < COUNT; p += 7)
        for (int i = 0; i < 6; i++)
          ck_assert_msg(
              !memcmp(&kept.stress[i * STRIDE + p], &all.stress[i * STRIDE + p],
                      sizeof(double)),
              "%s: stress %d of point %d: %.17g, alone %.17g", engine->name, i,
              p, all.stress[i * STRIDE + p], kept.stress[i * STRIDE + p]);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* Without a compiler the interpreter is used, with a message. */
START_TEST(without_a_compiler) {
  static batch expected, found;
  const combination c = {.material = "michel-suquet", .scheme = "ode23"};
  setting s = open_setting(&c);
  am_engine_program *program;
  setenv("AUTOMAT_CC", "no-such-compiler", 1);
  fill(&expected, s.law, &c);
  advance(&s, "interp", 1, 1, &c, &expected);
  fill(&found, s.law, &c);
  ck_assert_int_eq(am_engine_compile(
                       s.arena, s.report, am_engine_find("native"), s.law,
                       &s.solver, &(am_engine_options){.threads = 1}, &program),
                   AM_OK);
  ck_assert_str_eq(first_message(s.arena, s.report),
                   "0:0: engine native: no C compiler: 'no-such-compiler' was "
                   "not found; the interpreter is used");
  ck_assert_str_eq(am_engine_of(program)->name, "interp");
  am_fields f = fields_of(&found, &c, false);
  am_engine_advance(program, &f, COUNT);
  compare_all(&found, &expected, s.law, 0);
  am_arena_free(s.arena);
}
END_TEST

static bool has_compiler(void) {
  return system("cc --version >/dev/null 2>&1") == 0;
}

int main(void) {
  TCase *tcase = tcase_create("native");
  int singles = 0;
  while (single_combination(singles) < COMBINATIONS) singles++;
  char cache[] = "/tmp/automat-test-XXXXXX";
  if (!mkdtemp(cache)) return 99;
  setenv("XDG_CACHE_HOME", cache, 1);
  tcase_add_test(tcase, without_a_compiler);
  if (has_compiler()) {
    tcase_add_loop_test(tcase, agrees_with_interp, 0, COMBINATIONS);
    tcase_add_loop_test(tcase, single_points_agree_bit_for_bit, 0, singles);
    tcase_add_loop_test(tcase, algebraic_laws_agree_bit_for_bit, 0, 4);
    tcase_add_test(tcase, neighbours_do_not_matter);
    tcase_add_test(tcase, numbers_of_lanes_agree);
    tcase_add_test(tcase, parameters_by_point);
  }
  int failed = test_run("native", &tcase, 1);
  char remove[100];
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  if (system(remove)) return 99;
  return failed;
}
