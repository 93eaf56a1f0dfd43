/* test_study.c: the paper's figure on the relative error of d eps_vp,xx/d eps_xx against
 * the number of loading steps, as measured by an independent program: the
 * error of a single implicit Euler step grows, schemes under coupled error
 * control keep the tolerance, those under primal control do not. */
#include <string.h>

#include "base/basis.h"
#include "engine/engine.h"
#include "support.h"

enum { SIZES = 5, MOST = 320 };

static const int sizes[SIZES] = {20, 40, 80, 160, 320};
static const double duration = 443061. / 35000;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_law *law;
} setting;

/* The states of one discretization: strain and state before and after each
 * step, and the exact derivative in it. */
typedef struct {
  double strain[MOST + 1][6], state[MOST + 1][8], exact[MOST + 1];
  int steps;
} history;

/* eps_xx of the path: up at 1.4e-3/s, down, up again. */
static double path(double t) {
  double up = 3.58454e-3, down = -3.48441e-3, rate = 1.4e-3;
  double first = up / rate, second = first + (up - down) / rate;
  if (t <= first) return rate * t;
  if (t <= second) return up - rate * (t - first);
  return down + rate * (t - second);
}

static am_engine_program *compile(setting *s, const char *scheme,
                                  double tolerance,
                                  am_error_control error_control,
                                  am_tangent_control tangent_control) {
  am_solver solver = am_solver_default;
  am_engine_program *program;
  solver.scheme = am_scheme_find(scheme);
  solver.error_control = error_control;
  solver.tangent_control = tangent_control;
  solver.rtol = tolerance;
  solver.atol = tolerance * 1e-3;
  am_status status = am_engine_find("interp")->compile(
      s->arena, s->report, s->law, &solver,
      &(am_engine_options){.mixed = true, .threads = 1}, &program);
  ck_assert_int_eq(status, AM_OK);
  return program;
}

/* d eps_vp,xx/d eps_xx from derivatives in coordinates. */
static double component(const setting *s, const double *derivative) {
  double sum = 0;
  for (int c = 0; c < 6; c++)
    for (int i = 1; i < 6; i++)
      sum += am_basis[c][0] * am_basis[i][0] *
             derivative[c * s->law->nx + i - 1];
  return sum;
}

/* One step from (strain, state), in strain control but for `uniaxial`; the
 * derivative.  strain1, state1 receive its end. */
static double advance(const setting *s, am_engine_program *program, double dt,
                      const double *strain, const double *state,
                      const double *target, bool uniaxial, double *strain1,
                      double *state1, double *tangent) {
  double derivative[6 * 8];
  am_step step = {.duration = dt, .state0 = state, .state = state1,
                  .derivative = derivative, .largest = 50};
  memcpy(step.strain0, strain, sizeof step.strain0);
  for (int i = 0; i < 6; i++) {
    step.target[i] = target[i];
    step.stress_controlled[i] = uniaxial && i > 0;
  }
  am_engine_step(am_engine_find("interp"), program, &step);
  ck_assert_int_eq(step.status, AM_POINT_GOOD);
  memcpy(strain1, step.strain, sizeof step.strain);
  if (tangent) memcpy(tangent, step.tangent, sizeof step.tangent);
  return component(s, derivative);
}

static void walk(setting *s, history *h, int steps) {
  am_engine_program *exact = compile(s, "rodas4", 1e-9, AM_CONTROL_INTERNAL,
                                     AM_TANGENT_COUPLED);
  memset(h, 0, sizeof *h);
  h->steps = steps;
  for (int i = 1; i <= steps; i++) {
    double target[6] = {path(duration * i / steps)};
    h->exact[i] = advance(s, exact, duration / steps, h->strain[i - 1],
                          h->state[i - 1], target, true, h->strain[i],
                          h->state[i], NULL);
  }
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Median and maximum of the relative error where the value exceeds 0.05. */
static void errors(setting *s, const history *h, am_engine_program *program,
                   double *median, double *largest) {
  double list[MOST], strain[6], state[8], target[6];
  size_t count = 0;
  for (int i = 1; i <= h->steps; i++) {
    if (fabs(h->exact[i]) <= 0.05) continue;
    am_basis_to_tensor(h->strain[i], target);
    double value = advance(s, program, duration / h->steps, h->strain[i - 1],
                           h->state[i - 1], target, false, strain, state,
                           NULL);
    list[count++] = fabs(value / h->exact[i] - 1);
  }
  ck_assert_uint_gt(count, 5);
  qsort(list, count, sizeof *list, by_value);
  *median = count % 2 ? list[count / 2]
                      : (list[count / 2 - 1] + list[count / 2]) / 2;
  *largest = list[count - 1];
}

static setting set_up(void) {
  setting s = {.arena = test_arena()};
  am_material *material;
  const char *file;
  s.report = am_report_new(s.arena);
  ck_assert_int_eq(am_material_find(s.arena, s.report, "michel-suquet", NULL,
                                    am_nowhere, &file), AM_OK);
  ck_assert_int_eq(am_material_read(s.arena, s.report, file, &material),
                   AM_OK);
  ck_assert_int_eq(am_law_new(s.arena, s.report, material, NULL, NULL,
                              am_nowhere, AM_STRATEGY_AUTOMATIC, false,
                              &s.law), AM_OK);
  return s;
}

START_TEST(implicit_euler_grows) {
  static const double published[SIZES] = {1.1e-2, 4.4e-2, 1.4e-1, 3.1e-1,
                                          5.2e-1};
  setting s = set_up();
  am_engine_program *program = compile(&s, "implicit-euler", 1e-3,
                                       AM_CONTROL_INTERNAL,
                                       AM_TANGENT_COUPLED);
  static history h;
  for (int i = 0; i < SIZES; i++) {
    double median, largest;
    walk(&s, &h, sizes[i]);
    errors(&s, &h, program, &median, &largest);
    ck_assert_close(median, published[i], 0.05, 0);
  }
  am_arena_free(s.arena);
}
END_TEST

START_TEST(coupled_control_keeps_the_tolerance) {
  static const char *const schemes[] = {"ode12", "ode23", "ode23s"};
  setting s = set_up();
  static history h;
  for (int i = 0; i < SIZES; i++) {
    walk(&s, &h, sizes[i]);
    for (size_t r = 0; r < sizeof schemes / sizeof *schemes; r++) {
      double median, largest;
      errors(&s, &h, compile(&s, schemes[r], 1e-3, AM_CONTROL_INTERNAL,
                             AM_TANGENT_COUPLED),
             &median, &largest);
      ck_assert_msg(median <= 1e-3 && largest <= 5e-3,
                    "%s, %d steps: median %g, largest %g", schemes[r],
                    sizes[i], median, largest);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

START_TEST(primal_control_does_not) {
  setting s = set_up();
  static history h;
  double worst = 0;
  for (int i = 0; i < SIZES; i++) {
    double median, largest;
    walk(&s, &h, sizes[i]);
    errors(&s, &h, compile(&s, "ode23", 1e-3, AM_CONTROL_INTERNAL,
                           AM_TANGENT_PRIMAL),
           &median, &largest);
    if (largest > worst) worst = largest;
  }
  ck_assert_double_gt(worst, 1e-2);
  am_arena_free(s.arena);
}
END_TEST

/* Stress control: |dC| <= 5 (atol S + rtol |C|). */
START_TEST(stress_control_keeps_the_tangent) {
  static const char *const schemes[] = {"ode12", "ode23", "ode23s"};
  setting s = set_up();
  static history h;
  walk(&s, &h, 80);
  am_engine_program *exact = compile(&s, "rodas4", 1e-9, AM_CONTROL_INTERNAL,
                                     AM_TANGENT_COUPLED);
  for (size_t r = 0; r < sizeof schemes / sizeof *schemes; r++) {
    am_engine_program *program = compile(&s, schemes[r], 1e-3,
                                         AM_CONTROL_STRESS,
                                         AM_TANGENT_COUPLED);
    for (int i = 1; i <= h.steps; i++) {
      double strain[6], state[8], target[6], C[36], D[36], d = 0, c = 0;
      am_basis_to_tensor(h.strain[i], target);
      advance(&s, exact, duration / 80, h.strain[i - 1], h.state[i - 1],
              target, false, strain, state, C);
      advance(&s, program, duration / 80, h.strain[i - 1], h.state[i - 1],
              target, false, strain, state, D);
      for (int j = 0; j < 36; j++) {
        d += (D[j] - C[j]) * (D[j] - C[j]);
        c += C[j] * C[j];
      }
      ck_assert_double_le(sqrt(d), 5 * (1e-6 * s.law->stress_scale +
                                        1e-3 * sqrt(c)));
    }
  }
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("tangent study")};
  tcase_set_timeout(cases[0], 120);
  tcase_add_test(cases[0], implicit_euler_grows);
  tcase_add_test(cases[0], coupled_control_keeps_the_tolerance);
  tcase_add_test(cases[0], primal_control_does_not);
  tcase_add_test(cases[0], stress_control_keeps_the_tangent);
  return test_run("study", cases, 1);
}
