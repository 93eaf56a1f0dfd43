/* Points under a chain of schemes: each point is integrated by one scheme, with
 * the result of that scheme alone, on each CPU engine, for any neighbours. */
#include "engine/engine.h"

#include "engine/parts.h"
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { COUNT = 45, RUNS = 3 };

/* Engines, and numbers of lanes. */
static const struct {
  const char *name;
  int lanes;
} runs[RUNS] = {{"interp", 0}, {"native", 0}, {"native", 1}};

/* Elastic below a yield stress, above it with a relaxation time of 1/1500 of
 * the loading step: arithmetic alone. */
static const char bingham[] =
    "format: 1\n"
    "material: bingham\n"
    "internal: {eps_p: {type: deviatoric}, alpha: {type: scalar}}\n"
    "free_energy: |\n"
    "  e = eps - eps_p\n"
    "  6e4*tr(e)^2 + 8e4*(e : e) + 50*alpha + 100*alpha^2\n"
    "force_potential: pos(norm(dev(A_eps_p)) + A_alpha)^2/(2*320)\n";

/* The slope of the rate is infinite at zero stress, so that methods that need
 * it fail. */
static const char endless_slope[] =
    "format: 1\n"
    "material: endless-slope\n"
    "internal: {x: {type: scalar}}\n"
    "free_energy: |\n"
    "  1e3*tr(eps)^2 + 1e3*(eps : eps) + 500*(tr(eps) - x)^2\n"
    "force_potential: 2/3*100*abs(A_x)^1.5\n";

typedef struct {
  am_arena *arena;
  am_report *report;
  am_law *law;
  am_solver solver;
  bool mixed;
} setting;

static setting open_setting(const char *material, bool tangent, bool mixed) {
  setting s = {.arena = test_arena(), .solver = solver_of("auto"),
               .mixed = mixed};
  am_material *read;
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  s.solver.tangent = tangent;
  s.solver.energies = true;
  ck_assert_msg(read_material(s.arena, s.report, material, &read) == AM_OK,
                "%s", first_message(s.arena, s.report));
  ck_assert_int_eq(am_law_new(s.arena, s.report, read,
                              &(am_law_choice){.strategy = s.solver.strategy,
                                               .energies = true},
                              &s.law),
                   AM_OK);
  return s;
}

static am_engine_program *compile(const setting *s, int run,
                                  const char *scheme) {
  am_solver solver = s->solver;
  am_engine_program *program;
  const am_engine_options options = {.lanes = runs[run].lanes, .threads = 1,
                                     .mixed = s->mixed};
  solver.scheme = am_scheme_find(scheme);
  am_status status =
      am_engine_compile(s->arena, s->report, am_engine_find(runs[run].name),
                        s->law, &solver, &options, &program);
  ck_assert_msg(status == AM_OK && !s->report->first, "%s",
                first_message(s->arena, s->report));
  return program;
}

/* Points 0 … count - 1, the first of size `from`, at rest. */
static am_fields points_of(const setting *s, int count, double from,
                           double to) {
  static const double along[6] = {1, -0.4, -0.3, 0.5, -0.2, 0.3};
  int components[AM_FIELD_COUNT];
  am_field_components(s->law, s->solver.tangent ? 6 : 0, components);
  am_fields f = am_fields_new(s->arena, components,
                              AM_FIELDS_ALL & ~AM_FIELD_BIT(parameters), count);
  double *target = am_field_get(&f, AM_FIELD_target);
  for (int p = 0; p < count; p++) {
    double size = count > 1 ? from * pow(to / from, p / (count - 1.0)) : from;
    for (int i = 0; i < 6; i++)
      target[i * count + p] = s->mixed && i ? 0 : size * along[i];
  }
  for (int i = 1; i < 6; i++) f.stress_controlled[i] = s->mixed;
  f.duration = 10;
  return f;
}

static void advance(am_engine_program *program, const am_fields *f) {
  am_engine_advance(program, f, f->stride);
}

/* Fields of one point, and of another one, except work counters. */
static void same_point(const setting *s, const am_fields *a, long at,
                       const am_fields *b, long there, bool work) {
  int components[AM_FIELD_COUNT];
  am_field_components(s->law, s->solver.tangent ? 6 : 0, components);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    double *one = am_field_get(a, i), *other = am_field_get(b, i);
    bool own = i == AM_FIELD_method || i == AM_FIELD_step;
    if (!am_field_table[i].found || !one || (own && !work)) continue;
    for (int c = 0; c < components[i]; c++) {
      double x = one[c * a->stride + at], y = other[c * b->stride + there];
      if (!work && i == AM_FIELD_counts && c != AM_COUNT_SUBSTEPS) {
        ck_assert_msg(x >= y, "less work than the scheme alone");
        continue;
      }
      ck_assert_msg(x == y || (isnan(x) && isnan(y)),
                    "%s[%d] of point %ld: %.17g, expected %.17g",
                    am_field_table[i].name, c, at, x, y);
    }
  }
}

/* Elastic points are integrated by the first scheme of the chain, flowing
 * points by the second one, with equal bits. */
START_TEST(each_point_has_one_scheme) {
  setting s = open_setting(bingham, _i % 2, _i / 2);
  am_fields chain = points_of(&s, COUNT, 1e-5, 2e-2);
  am_fields alone[2];
  int used[2] = {0};
  advance(compile(&s, 0, "auto"), &chain);
  for (int m = 0; m < 2; m++) {
    alone[m] = points_of(&s, COUNT, 1e-5, 2e-2);
    advance(compile(&s, 0, s.solver.scheme->chain[m]), &alone[m]);
  }
  for (long p = 0; p < COUNT; p++) {
    long xx = COUNT + p; /* of the deviator */
    int did = chain.stress[xx] != alone[0].stress[xx];
    ck_assert_double_eq(chain.status[p], AM_POINT_GOOD);
    ck_assert(chain.method[p] < AM_METHODS - 1 ||
              chain.method[p] == AM_METHOD_TRIAL);
    same_point(&s, &chain, p, &alone[did], p, false);
    used[did]++;
  }
  ck_assert_msg(used[0] > 10 && used[1] > 10, "%d and %d points", used[0],
                used[1]);
  am_arena_free(s.arena);
}
END_TEST

/* Bit for bit, since the law is arithmetic; and in batches of any size. */
START_TEST(engines_agree) {
  static const bool tangent[] = {false, true, true};
  setting s = open_setting(bingham, tangent[_i], _i == 2);
  am_fields first = points_of(&s, COUNT, 1e-5, 2e-2);
  advance(compile(&s, 0, "auto"), &first);
  for (int r = 1; r < RUNS; r++) {
    am_fields other = points_of(&s, COUNT, 1e-5, 2e-2);
    am_engine_program *program = compile(&s, r, "auto");
    advance(program, &other);
    for (long p = 0; p < COUNT; p++)
      same_point(&s, &other, p, &first, p, true);
    const double *target = am_field_get(&first, AM_FIELD_target);
    for (long p = 0; p < COUNT; p += 11) {
      am_fields one = points_of(&s, 1, 0, 0);
      for (int i = 0; i < 6; i++)
        am_field_get(&one, AM_FIELD_target)[i] = target[i * COUNT + p];
      advance(program, &one);
      same_point(&s, &one, 0, &first, p, true);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* The next loading step costs as much as the selected scheme alone. */
START_TEST(points_remember) {
  setting s = open_setting(bingham, false, false);
  am_engine_program *chain = compile(&s, 0, "auto");
  am_engine_program *alone = compile(&s, 0, "rodas4");
  am_fields a = points_of(&s, 1, 1e-2, 1e-2);
  advance(chain, &a);
  ck_assert_double_eq(*a.method, 1);
  am_fields b = points_of(&s, 1, 1.5e-2, 0);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    int found = am_field_table[i].becomes;
    if (found == AM_FIELD_none) continue;
    am_field_set(&a, i, am_field_get(&a, found));
    am_field_set(&b, i, am_field_get(&a, found));
  }
  am_fields c = points_of(&s, 1, 0, 0), d = c;
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (!am_field_table[i].found) {
      am_field_set(&c, i, am_field_get(&b, i));
      am_field_set(&d, i, am_field_get(&b, i));
    }
  am_fields e = points_of(&s, 1, 0, 0);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (am_field_table[i].found) am_field_set(&d, i, am_field_get(&e, i));
  advance(chain, &c);
  advance(alone, &d);
  ck_assert_double_eq(c.counts[AM_COUNT_EVALUATIONS],
                      d.counts[AM_COUNT_EVALUATIONS]);
  ck_assert_double_eq(floor(*c.method), 1);
  same_point(&s, &c, 0, &d, 0, false);
  am_arena_free(s.arena);
}
END_TEST

/* If a scheme fails, the next one integrates the point: in its own round, or,
 * if a remembered later scheme fails, in the next pass through the chain. */
START_TEST(the_last_scheme_is_backward_euler) {
  setting s = open_setting(endless_slope, false, false);
  for (int r = 0; r < RUNS; r++) {
    am_fields f = points_of(&s, 3, 1e-3, 3e-3),
              g = points_of(&s, 3, 1e-3, 3e-3);
    am_engine_program *program = compile(&s, r, "auto");
    ck_assert_str_eq(am_engine_tried(s.arena, program), "ode23");
    advance(program, &f);
    advance(compile(&s, r, "implicit-euler-adaptive"), &g);
    ck_assert_str_eq(am_engine_tried(s.arena, program),
                     "ode23, rodas4, implicit-euler-adaptive");
    for (long p = 0; p < 3; p++) {
      ck_assert_double_eq(f.method[p], 2);
      same_point(&s, &f, p, &g, p, false);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* A jump has the same result for every scheme, and keeps the remembered
 * scheme. */
START_TEST(jumps_keep_the_method) {
  setting s = open_setting(bingham, false, true);
  am_engine_program *program = compile(&s, 0, "auto");
  for (int method = 0; method <= AM_METHOD_PLAIN; method++) {
    am_fields f = points_of(&s, 1, 1e-4, 0);
    am_field_get(&f, AM_FIELD_method0)[0] = method;
    f.duration = 0;
    advance(program, &f);
    ck_assert_double_eq(*f.status, AM_POINT_GOOD);
    ck_assert_double_eq(*f.method, method);
  }
  ck_assert_str_eq(am_engine_tried(s.arena, program), "ode23");
  am_arena_free(s.arena);
}
END_TEST

/* A step that no scheme can integrate ends with a status and leaves the memory
 * unchanged. */
START_TEST(nobody_can_do_what_is_not_finite) {
  setting s = open_setting(bingham, false, false);
  for (int r = 0; r < RUNS; r++) {
    am_fields f = points_of(&s, 2, 1e-2, 1e-2);
    am_field_get(&f, AM_FIELD_target)[1] = NAN;
    advance(compile(&s, r, "auto"), &f);
    ck_assert_double_eq(f.status[0], AM_POINT_GOOD);
    ck_assert_double_eq(f.method[0], 1);
    ck_assert_double_eq(f.status[1], AM_POINT_INVALID);
    ck_assert_double_eq(f.method[1], 0);
  }
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("chain");
  char cache[] = "/tmp/automat-test-XXXXXX";
  if (!mkdtemp(cache)) return 99;
  setenv("XDG_CACHE_HOME", cache, 1);
  tcase_add_loop_test(tcase, each_point_has_one_scheme, 0, 4);
  tcase_add_loop_test(tcase, engines_agree, 0, 3);
  tcase_add_test(tcase, points_remember);
  tcase_add_test(tcase, the_last_scheme_is_backward_euler);
  tcase_add_test(tcase, jumps_keep_the_method);
  tcase_add_test(tcase, nobody_can_do_what_is_not_finite);
  int failed = test_run("chain", &tcase, 1);
  char remove[100];
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  if (system(remove)) return 99;
  return failed;
}
