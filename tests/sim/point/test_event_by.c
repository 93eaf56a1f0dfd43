/* covers: event
 *
 * Derivatives by parameters through events: a closed form, and differences of
 * whole runs. */
#include "tests/sim/point/runs.h"

/* Norton creep under the stress s: eps = s/E + A (s/K)^n t. */
#define NORTON                                                              \
  "material: creeping\n"                                                    \
  "parameters: {E: 150e3, n: 4, K: 100, A: 1e-3}\n"                         \
  "internal: {x: deviatoric}\n"                                            \
  "free_energy: |\n"                                                        \
  "  E/2.6*(3/4*tr(eps - x)^2 + inner(eps - x, eps - x))\n"                 \
  "force_potential: A*K/(n + 1)*(mises(A_x)/K)^(n + 1)\n"

/* The time to the strain 0.01 is (0.01 - s/E)/(A (s/K)^n) with all schemes;
 * derivatives include the next row. */
START_TEST(creep_to_a_strain) {
  static const char *const schemes[] = {"auto", "implicit-euler", "rodas4"};
  double rate = 1e-3 * pow(0.5, 4), t = (0.01 - 50 / 150e3) / rate;
  ran r = run_case(
      NORTON,
      am_format(test_arena(),
                "solver: {scheme: %s, rtol: 1e-9, atol: 1e-12,"
                " equilibrium: 1e-13}\n"
                "path:\n"
                "  - {duration: 0, stress: {xx: 50, others: 0}}\n"
                "  - {duration: 1e4, steps: 7, until: 'strain.xx >= 0.01'}\n"
                "  - {duration: 10, hold: true}\n"
                "output: {rows: segments, columns: [time,"
                " sensitivity.E.time, sensitivity.n.time, sensitivity.K.time,"
                " sensitivity.A.time, sensitivity.K.strain.xx,"
                " sensitivity.E.strain.yy, sensitivity.E.x.xx]}\n",
                schemes[_i]));
  size_t at = r.table->rows - 2;
  for (size_t row = at; row < at + 2; row++) {
    ck_assert_close(value_at(&r, row, "sensitivity.E.time"),
                    50 / (150e3 * 150e3) / rate, 1e-9, 0);
    ck_assert_close(value_at(&r, row, "sensitivity.n.time"), t * log(2), 1e-9,
                    0);
    ck_assert_close(value_at(&r, row, "sensitivity.K.time"), t * 4 / 100,
                    1e-9, 0);
    ck_assert_close(value_at(&r, row, "sensitivity.A.time"), -t / 1e-3, 1e-9,
                    0);
  }
  /* The strain has the value of the condition, and its inelastic part changes
   * by -d(s/E)/dE. */
  double elastic = 50 / (150e3 * 150e3);
  ck_assert_close(value_at(&r, at, "time"), t, 1e-9, 0);
  ck_assert_close(value_at(&r, at, "sensitivity.K.strain.xx"), 0, 0, 1e-13);
  ck_assert_close(value_at(&r, at, "sensitivity.E.x.xx"), elastic, 1e-9, 0);
  ck_assert_close(value_at(&r, at, "sensitivity.E.strain.yy"),
                  (0.3 - 0.5) * elastic, 1e-9, 0);
  ck_assert_close(value_at(&r, at + 1, "sensitivity.K.strain.xx"),
                  -10 * rate * 4 / 100, 1e-9, 0);
}
END_TEST

/* Consecutive events on paths with changing rates, against differences of whole
 * runs. */
static ran run_events(const char *scheme, double n) {
  static const char path[] =
      "path:\n"
      "  - {duration: 10, steps: 3, strain: {xx: 2e-3}, stress: {others: 0},"
      " until: 'stress.xx >= 120'}\n"
      "  - {duration: 5, steps: 2, strain: {xx: 0},"
      " until: 'stress.xx <= -30 or x.xx > 1'}\n"
      "  - {duration: 1000, steps: 2, stress: {xx: hold, xy: 20},"
      " until: 'strain.xy >= 0.003 and time > 1'}\n"
      "  - {duration: 3, steps: 2, stress: {xx: 0}}\n"
      "output: {columns: [time, stress, strain, x, sensitivity.n.time,"
      " sensitivity.n, sensitivity.n.strain, sensitivity.n.x]}\n";
  ran r = {0};
  am_status status = prepare_case(
      &r, NORTON,
      am_format(test_arena(),
                "parameters: {n: %.17g}\n"
                "solver: {scheme: %s, rtol: 1e-10, atol: 1e-13}\n%s",
                n, scheme, path));
  if (status == AM_OK) status = walk_case(&r);
  ck_assert_msg(status == AM_OK, "%s", message_of(&r));
  return r;
}

START_TEST(events_by_differences) {
  static const char *const schemes[] = {"rodas4", "implicit-euler"};
  double h = 4e-4;
  ran middle = run_events(schemes[_i], 4);
  ran less = run_events(schemes[_i], 4 - h);
  ran more = run_events(schemes[_i], 4 + h);
  size_t count = middle.table->columns / 2, width = 2 * count;
  for (size_t row = 0; row < middle.table->rows; row++)
    for (size_t c = 0; c < count; c++) {
      size_t at = row * width + c;
      const double *moved = middle.table->values + at;
      double low = less.table->values[at], high = more.table->values[at];
      double largest = fmax(1e-3, fabs(*moved));
      ck_assert_close(moved[count], (high - low) / (2 * h), 1e-5,
                      1e-6 * largest);
    }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("event_by");
  tcase_add_loop_test(all, creep_to_a_strain, 0, 3);
  tcase_add_loop_test(all, events_by_differences, 0, 2);
  return test_run("point/event_by", &all, 1);
}
