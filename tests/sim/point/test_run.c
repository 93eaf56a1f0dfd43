/* Runs against closed forms; replay; halved steps; rejected cases. */
#include <unistd.h>

#include "tests/sim/point/runs.h"

#define UNIAXIAL "stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}"

START_TEST(elasticity) {
  ran r = run_case(ELASTIC,
                   "path: [{time: 2, steps: 2, strain: {xx: 1e-3}, " UNIAXIAL
                   "}]\n"
                   "output: {columns: [time, strain, stress, tangent, energy,"
                   " residual]}\n");
  ck_assert_uint_eq(r.table->rows, 3);
  for (size_t i = 0; i < 3; i++) {
    double eps = 5e-4 * (double)i;
    ck_assert_double_eq(value_at(&r, i, "time"), (double)i);
    ck_assert_close(value_at(&r, i, "strain.xx"), eps, 1e-15, 0);
    ck_assert_close(value_at(&r, i, "strain.yy"), -eps / 4, 1e-7, 1e-18);
    ck_assert_close(value_at(&r, i, "stress.xx"), 3000 * eps, 1e-7, 0);
    ck_assert_close(value_at(&r, i, "stress.zz"), 0, 0, 1e-7);
    ck_assert_close(value_at(&r, i, "energy"), 1500 * eps * eps, 1e-7, 0);
    ck_assert_close(value_at(&r, i, "tangent.xx.xx"), 3600, 1e-13, 0);
    ck_assert_close(value_at(&r, i, "tangent.xx.yy"), 1200, 1e-13, 0);
    ck_assert_close(value_at(&r, i, "tangent.xy.xy"), 2400, 1e-13, 0);
    ck_assert_close(value_at(&r, i, "tangent.yz.xx"), 0, 0, 1e-10);
  }
  ck_assert_double_eq(r.summary.steps, 2);
}
END_TEST

/* sigma = k eps exp(-t k/eta) after a jump, which changes no internal variable;
 * work = energy + dissipation. */
START_TEST(relaxation) {
  ran r = run_case(
      MAXWELL,
      "solver: {rtol: 1e-9, atol: 1e-12}\n"
      "path:\n"
      "  - {duration: 0, strain: {xx: 1e-3}}\n"
      "  - {time: 4, steps: 4, hold: true}\n"
      "output: {columns: [time, stress.xx, x, energy, dissipation, work, "
      "balance]}\n");
  ck_assert_uint_eq(r.table->rows, 6);
  ck_assert_double_eq(value_at(&r, 1, "time"), 0);
  ck_assert_double_eq(value_at(&r, 1, "x.xx"), 0);
  for (size_t i = 1; i < 6; i++) {
    double decay = exp(-0.5 * value_at(&r, i, "time"));
    ck_assert_close(value_at(&r, i, "stress.xx"), 0.1 * decay, 1e-7, 0);
    ck_assert_close(value_at(&r, i, "work"), 5e-5, 1e-7, 0);
    ck_assert_close(value_at(&r, i, "energy"), 5e-5 * decay * decay, 1e-7, 0);
    ck_assert_close(value_at(&r, i, "dissipation"),
                    5e-5 * (1 - decay * decay), 1e-6, 1e-14);
    ck_assert_close(value_at(&r, i, "balance"),
                    value_at(&r, i, "work") - value_at(&r, i, "energy") -
                        value_at(&r, i, "dissipation"),
                    0, 1e-19);
    ck_assert_double_le(fabs(value_at(&r, i, "balance")), 1e-11);
  }
}
END_TEST

/* The balance counts from the start of the run, where energy may be stored
 * already; its error is the integration error. */
START_TEST(balance_from_the_start) {
  ran r = run_case(MAXWELL,
                   "initial: {strain: {xx: 2e-3}, x: {xx: 5e-4}}\n"
                   "solver: {scheme: implicit-euler}\n"
                   "path: [{time: 1, steps: 10, strain: {xx: 3e-3}}]\n"
                   "output: {columns: [energy, dissipation, work, "
                   "balance]}\n");
  double stored = value_at(&r, 0, "energy");
  ck_assert_double_gt(stored, 0);
  ck_assert_double_eq(value_at(&r, 0, "balance"), 0);
  for (size_t i = 1; i < 11; i++) {
    double expected = value_at(&r, i, "work") -
                      value_at(&r, i, "dissipation") -
                      (value_at(&r, i, "energy") - stored);
    ck_assert_close(value_at(&r, i, "balance"), expected, 1e-12, 0);
    ck_assert_double_gt(fabs(expected), 1e-8);
  }
}
END_TEST

/* eps = sigma/k + integral of sigma/eta under a ramp of stress. */
START_TEST(creep) {
  ran r = run_case(MAXWELL,
                   "solver: {rtol: 1e-9, atol: 1e-12}\n"
                   "path: [{time: 2, steps: 100, stress: {xx: 0.2},"
                    " strain: {others: 0}}]\n");
  ck_assert_close(last_value(&r, "strain.xx"), 0.2 / 100 + 0.2 / 200, 1e-5,
                  0);
  ck_assert_close(last_value(&r, "x.xx"), 0.2 / 200, 3e-5, 0);
}
END_TEST

START_TEST(parameters_in_targets) {
  ran r = run_case(MAXWELL,
                   "parameters: {k: 50}\n"
                   "initial: {time: 1}\n"
                   "path: [{time: 2, strain: {xx: 'k*1e-5*t'}}]\n");
  ck_assert_double_eq(value_at(&r, 0, "time"), 1);
  ck_assert_double_eq(last_value(&r, "strain.xx"), 1e-3);
}
END_TEST

#define LOADING "strain: {xx: 2e-2, yy: -1e-2, xy: 1e-2}"
#define TIGHT "solver: {rtol: 1e-8, atol: 1e-11}\n"

/* A run from a recorded state as `initial` continues like the original run. */
START_TEST(replay) {
  ran whole = run_case(LISTED, TIGHT "path:\n"
                                     "  - {time: 1, " LOADING "}\n"
                                     "  - {time: 2, strain: {xx: 0}}\n");
  am_buffer text = {.arena = whole.arena};
  static const char *const c[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
  static const char *const tensors[] = {"strain", "x[1]", "x[2]"};
  am_buffer_add(&text, TIGHT "initial:\n  time: 1\n  alpha: %.17g\n",
                value_at(&whole, 1, "alpha"));
  for (int i = 0; i < 3; i++) {
    am_buffer_add(&text, i == 0 ? "  strain: {" : i == 1 ? "  x: [{" : ", {");
    for (int j = 0; j < 6; j++)
      am_buffer_add(&text, "%s: %.17g%s", c[j],
                    value_at(&whole, 1,
                             am_format(whole.arena, "%s.%s", tensors[i],
                                       c[j])),
                    j < 5 ? ", " : "}");
    am_buffer_add(&text, i == 0 ? "\n" : i == 1 ? "" : "]\n");
  }
  am_buffer_add(&text, "path: [{time: 2, strain: {xx: 0}}]\n");
  ran rest = run_case(LISTED, text.text);
  ck_assert_uint_eq(rest.table->rows, 2);
  for (size_t row = 0; row < 2; row++)
    for (size_t i = 0; i + 1 < whole.table->columns; i++) {
      const char *name = whole.table->names[i];
      ck_assert_msg(fabs(value_at(&rest, row, name) -
                         value_at(&whole, row + 1, name)) < 1e-6,
                    "%s in row %zu", name, row);
    }
}
END_TEST

/* Columns derivative and tangent against central differences of runs. */
START_TEST(derivatives) {
  static const char *const outputs[] = {"alpha",     "x[1].xx", "x[2].xy",
                                        "stress.yy", "stress.xy"};
  static const char *const columns[] = {
      "derivative.alpha.%s", "derivative.x[1].xx.%s", "derivative.x[2].xy.%s",
      "tangent.yy.%s", "tangent.xy.%s"};
  static const char text[] =
      "solver: {scheme: implicit-euler}\n"
      "path: [{time: 1, strain: {xx: %.17g, yy: -1e-2, xy: %.17g}}]\n"
      "output: {columns: [internal, stress, tangent, derivative]}\n";
  const double eps = 2e-2, gamma = 1e-2, h = 1e-6;
  am_arena *arena = test_arena();
  ran at = run_case(LISTED, am_format(arena, text, eps, gamma));
  ck_assert(at.run->solver.derivatives);
  ran plain = run_case(LISTED, "solver: {scheme: implicit-euler}\n"
                               "path: [{time: 1, strain: {xx: 1e-2}}]\n"
                               "output: {columns: [tangent]}\n");
  ck_assert(!plain.run->solver.derivatives);
  for (int direction = 0; direction < 2; direction++) {
    double dx = direction ? 0 : h, dy = direction ? h : 0;
    ran up = run_case(LISTED, am_format(arena, text, eps + dx, gamma + dy));
    ran down = run_case(LISTED, am_format(arena, text, eps - dx, gamma - dy));
    for (int i = 0; i < 5; i++) {
      double slope =
          (last_value(&up, outputs[i]) - last_value(&down, outputs[i])) /
          (2 * h);
      const char *name =
          am_format(arena, columns[i], direction ? "xy" : "xx");
      ck_assert_msg(fabs(last_value(&at, name) - slope) <=
                        1e-6 * fabs(slope) + 1e-5,
                    "%s = %g, difference quotient %g", name,
                    last_value(&at, name), slope);
    }
  }
}
END_TEST

/* If the whole step needs too many substeps, its halves succeed. */
START_TEST(halved_steps) {
  static const char text[] =
      "solver: {scheme: ode45, rtol: 1e-8, atol: 1e-11, max_substeps: %d}\n"
      "path: [{time: 1, strain: {xx: 1e-4}}, {time: 9, strain: {xx: 1e-3}}]\n"
      "output: {columns: [strain, stress, substeps, evaluations, work]}\n";
  am_arena *arena = test_arena();
  ran whole = run_case(MAXWELL, am_format(arena, text, 100000));
  double substeps = last_value(&whole, "substeps");
  ck_assert_double_gt(substeps, 20);
  ran cut = {0};
  ck_assert_int_eq(prepare_case(&cut, MAXWELL,
                                am_format(arena, text,
                                          (int)(0.7 * substeps))),
                   AM_OK);
  ck_assert_int_eq(walk_case(&cut), AM_OK);
  ck_assert_double_eq(cut.summary.cuts, 1);
  ck_assert_str_eq(message_of(&cut),
                   "2:39: 1 of 2 loading steps converged only after halving; "
                   "the first is step 2, to time 9");
  ck_assert_int_eq(cut.report->first->severity, AM_SEVERITY_WARNING);
  ck_assert_double_ge(last_value(&cut, "substeps"), substeps);
  ck_assert_close(last_value(&cut, "strain.xx"), 1e-3, 1e-15, 0);
  ck_assert_close(last_value(&cut, "stress.xx"),
                  last_value(&whole, "stress.xx"), 1e-4, 0);
  ck_assert_close(last_value(&cut, "work"), last_value(&whole, "work"), 1e-4,
                  0);
}
END_TEST

/* The tangent of the last half is not the tangent of the loading step. */
START_TEST(tangents_of_halved_steps) {
  static const char text[] =
      "solver: {scheme: ode45, rtol: 1e-8, atol: 1e-11, max_substeps: %d}\n"
      "path: [{time: 1, strain: {xx: 1e-4}}, {time: 9, strain: {xx: 1e-3}}]\n"
      "output: {columns: [tangent, derivative, stress, substeps]}\n";
  am_arena *arena = test_arena();
  ran whole = run_case(MAXWELL, am_format(arena, text, 100000));
  int fewer = (int)(0.7 * last_value(&whole, "substeps"));
  ran cut = {0};
  ck_assert_int_eq(prepare_case(&cut, MAXWELL, am_format(arena, text, fewer)),
                   AM_OK);
  ck_assert_int_eq(walk_case(&cut), AM_OK);
  ck_assert_double_eq(cut.summary.cuts, 1);
  ck_assert_str_eq(message_of(&cut),
                   "2:39: 1 of 2 loading steps converged only after halving; "
                   "the first is step 2, to time 9; their tangents are "
                   "left empty");
  ck_assert(isfinite(last_value(&whole, "tangent.xx.xx")));
  ck_assert(isnan(last_value(&cut, "tangent.xx.xx")));
  ck_assert(isnan(last_value(&cut, "tangent.xy.xy")));
  ck_assert(isnan(last_value(&cut, "derivative.x.xx.xx")));
  ck_assert_close(last_value(&cut, "stress.xx"),
                  last_value(&whole, "stress.xx"), 1e-3, 0);
}
END_TEST

/* Halves of a stress-controlled step reach the intermediate stress of the ramp:
 * the strain approaches the strain of the ramp, sigma/k + integral of
 * sigma/eta. */
START_TEST(halved_stress) {
  ran r = {0};
  ck_assert_int_eq(
      prepare_case(
          &r, MAXWELL,
          "solver: {scheme: ode12, rtol: 1e-6, atol: 1e-9,"
          " max_substeps: 1500}\n"
          "path: [{time: 8, stress: {xx: 0.2, yy: hold}}]\n"),
      AM_OK);
  ck_assert_int_eq(walk_case(&r), AM_OK);
  ck_assert_double_eq(r.summary.cuts, 1);
  ck_assert_close(last_value(&r, "stress.xx"), 0.2, 1e-7, 0);
  ck_assert_close(last_value(&r, "stress.yy"), 0, 0, 1e-8);
  ck_assert_close(last_value(&r, "strain.xx"), 0.2 / 100 + 0.8 / 200, 0.05,
                  0);
}
END_TEST

START_TEST(failure_keeps_rows) {
  ran r = {0};
  ck_assert_int_eq(
      prepare_case(&r, MAXWELL,
                   "solver: {scheme: ode12, rtol: 1e-12, atol: 0,"
                   " max_substeps: 1}\n"
                   "path:\n"
                   "  - {duration: 0, strain: {xx: 1e-3}}\n"
                   "  - {time: 2, steps: 2, hold: true}\n"),
      AM_OK);
  ck_assert_int_eq(walk_case(&r), AM_FAILED);
  ck_assert_uint_eq(r.table->rows, 2);
  ck_assert_double_eq(r.summary.steps, 1);
  const char *start = "4:5: loading step 2, to time 1, failed: ";
  ck_assert_msg(!strncmp(message_of(&r), start, strlen(start)), "%s",
                message_of(&r));
  ck_assert_msg(strstr(message_of(&r), "more than max_substeps = 1 ") != NULL,
                "%s", message_of(&r));
}
END_TEST

/* A relaxation time of 2e-5 over a time of 1: explicit schemes need about 20000
 * substeps, and a note names a tried scheme that needs fewer. */
#define STIFF                               \
  "material: stiff\n"                       \
  "internal: {a: scalar}\n"                 \
  "free_energy: 1/2*(eps[xx] - a)^2\n"      \
  "force_potential: 25000*A_a^2\n"

START_TEST(explicit_schemes_of_stiff_laws) {
  static const char setting[] =
      "solver: {scheme: %s, max_substeps: %d, tangent: false}\n"
      "path: [{time: 1e-6, strain: {xx: 0}}, "
      "{time: %d, strain: {xx: 1e-3}}]\n"
      "output: {columns: [stress, substeps]}\n";
  am_arena *arena = test_arena();
  ran r = {0};
  ck_assert_int_eq(
      prepare_case(&r, STIFF, am_format(arena, setting, "ode45", 12000, 10000)),
      AM_OK);
  ck_assert_int_eq(walk_case(&r), AM_FAILED);
  const char *advice = strstr(message_of(&r), "explicit scheme ode45, where ");
  int fewer = 0;
  ck_assert_msg(advice != NULL, "%s", message_of(&r));
  ck_assert_int_eq(
      sscanf(advice, "explicit scheme ode45, where rodas4 takes %d", &fewer),
      1);
  ck_assert_int_lt(fewer, 100);
  ran done = {0};
  ck_assert_int_eq(
      prepare_case(&done, STIFF,
                   am_format(arena, setting, "ode23", 100000, 1)),
      AM_OK);
  ck_assert_int_eq(walk_case(&done), AM_OK);
  ck_assert_double_gt(last_value(&done, "substeps"), 10000);
  ck_assert_msg(strstr(message_of(&done), "2:39: loading step 2, to time 1"),
                "%s", message_of(&done));
  ck_assert_int_eq(
      sscanf(strstr(message_of(&done), "explicit scheme ode23"),
             "explicit scheme ode23, where rodas4 takes %d", &fewer),
      1);
  ran better = run_case(STIFF, am_format(arena, setting, "rodas4", 100000, 1));
  ck_assert_double_ge(last_value(&better, "substeps"), fewer);
  ck_assert_double_lt(last_value(&better, "substeps"), 100);
  ck_assert_ptr_null(better.report->first);
  am_arena_free(arena);
}
END_TEST

START_TEST(invalid_start) {
  ran r = {0};
  ck_assert_int_eq(prepare_case(&r,
                                "material: logarithm\n"
                                "free_energy: tr(eps)*log(tr(eps))\n",
                                "solver: {stress_scale: 1}\n"
                                "path: [{time: 1, strain: {xx: 1}}]\n"),
                   AM_OK);
  ck_assert_int_eq(walk_case(&r), AM_FAILED);
  ck_assert_uint_eq(r.table->rows, 0);
  const char *start = "2:7: the initial state cannot be evaluated: ";
  ck_assert_msg(!strncmp(message_of(&r), start, strlen(start)), "%s",
                message_of(&r));
}
END_TEST

#define PATH "path: [{time: 1, strain: {xx: 1e-3}}]\n"

static const struct {
  const char *text, *message;
} refused[] = {
    {PATH "points: {count: 3}\n",
     "2:1: this case has many points: run them with 'automat batch"},
    {PATH "solver: {precision: single, engine: interp}\n",
     "2:21: solver.precision: single cannot be combined with engine interp"},
    {PATH "initial: {y: 0}\n",
     "2:11: material 'maxwell' has no internal variable or external field "
     "'y', expected one of time, strain, stress, x"},
    {PATH "output: {columns: [tme]}\n",
     "2:20: unknown column 'tme' (did you mean 'time'?)"},
    {"path: [{time: 1, strain: {xx: 'kk*t'}}]\n", "1:32: unknown name 'kk'"},
};

START_TEST(refused_cases) {
  ran r = {0};
  ck_assert_int_eq(prepare_case(&r, MAXWELL, refused[_i].text), AM_INPUT);
  ck_assert_msg(!strncmp(message_of(&r), refused[_i].message,
                         strlen(refused[_i].message)),
                "%s\nexpected %s", message_of(&r), refused[_i].message);
}
END_TEST

START_TEST(material_beside_the_case) {
  ran r = {.arena = test_arena()};
  r.report = am_report_new(r.arena);
  FILE *out = fopen("/tmp/automat-material-test.yaml", "w");
  fputs(ELASTIC, out);
  fclose(out);
  const am_yaml *map = parse_text(&r, "case.yaml",
                                  "case: c\n"
                                  "material: automat-material-test.yaml\n"
                                  "path: [{time: 1, strain: {xx: 1}}]\n");
  ck_assert_int_eq(am_case_from(r.arena, r.report, map, "/tmp", false,
                                &r.description),
                   AM_OK);
  am_status status =
      am_run_prepare(r.arena, r.report, r.description, NULL, &r.run);
  unlink("/tmp/automat-material-test.yaml");
  ck_assert_msg(status == AM_OK, "%s", message_of(&r));
  ck_assert_int_eq(walk_case(&r), AM_OK);
  ck_assert_close(last_value(&r, "stress.xx"), 3600, 1e-13, 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("run");
  tcase_add_test(all, elasticity);
  tcase_add_test(all, relaxation);
  tcase_add_test(all, balance_from_the_start);
  tcase_add_test(all, creep);
  tcase_add_test(all, parameters_in_targets);
  tcase_add_test(all, replay);
  tcase_add_test(all, derivatives);
  tcase_add_test(all, halved_steps);
  tcase_add_test(all, halved_stress);
  tcase_add_test(all, failure_keeps_rows);
  tcase_add_test(all, tangents_of_halved_steps);
  tcase_add_test(all, explicit_schemes_of_stiff_laws);
  tcase_add_test(all, invalid_start);
  tcase_add_loop_test(all, refused_cases, 0,
                      sizeof refused / sizeof *refused);
  tcase_add_test(all, material_beside_the_case);
  return test_run("point/run", &all, 1);
}
