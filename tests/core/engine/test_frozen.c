/* covers: advance, substep_ends
 *
 * Evaluation over the accepted substeps of another evaluation. */
#include "engine/engine.h"

#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { LAWS = 3 };

static const struct {
  const char *material;
  double strain, duration;
} laws[LAWS] = {{"michel-suquet", 4e-3, 0.3},
                {"zener", 1e-3, 5},
                {"linear-elastic", 1e-3, 1}};

/* Point with a recorded step that has not been accepted. */
static point recorded(const am_scheme *scheme, int law,
                      am_tangent_mode mode) {
  setup s = {.material = laws[law].material,
             .solver = solver_of(scheme->name)};
  s.solver.tangent_mode = mode;
  point p = point_open(&am_engine_interp, &s);
  uint64_t seed = 11;
  p.step.duration = laws[law].duration;
  for (int i = 0; i < 6; i++)
    p.step.target[i] = laws[law].strain * random_in(&seed, -1, 1);
  am_frozen_record(p.program, &p.step);
  ck_assert_int_eq(p.step.status, AM_POINT_GOOD);
  return p;
}

/* At the same strain the response is the same. */
static void check_same(point *p, int pass, double tolerance) {
  double stress[6], *state = AM_ARRAY(p->arena, double, p->law->nx + 1);
  ck_assert_int_eq(am_frozen_follow(p->program, &p->step, pass,
                                    p->step.strain, stress, state),
                   AM_POINT_GOOD);
  for (int i = 0; i < 6; i++)
    ck_assert_close(stress[i], p->step.stress[i], tolerance, 1e-9);
  for (int i = 0; i < p->law->nx; i++)
    ck_assert_close(state[i], p->step.state[i], tolerance, 1e-13);
}

START_TEST(repeats) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / LAWS;
  point p = recorded(scheme, _i % LAWS, AM_MODE_VECTOR);
  check_same(&p, AM_PASS_STATE, 1e-10);
  am_frozen_record(p.program, &p.step);
  check_same(&p, AM_PASS_STATE, 1e-10);
  point_close(&p);
}
END_TEST

/* Passes for directions use their own steps, within the tolerance. */
START_TEST(column_passes) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / LAWS;
  point p = recorded(scheme, _i % LAWS, AM_MODE_COLUMN);
  bool single = scheme->family == AM_FAMILY_IMPLICIT;
  check_same(&p, AM_PASS_STATE, 1e-10);
  for (int c = 0; c < 6 && !single; c++) check_same(&p, 1 + c, 2e-2);
  point_close(&p);
}
END_TEST

/* The response jumps if the sequence is adapted again; over the frozen one,
 * second differences are as small as for a smooth curve. */
START_TEST(is_smooth) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  point p = recorded(scheme, 0, AM_MODE_VECTOR);
  double *state = AM_ARRAY(p.arena, double, p.law->nx + 1);
  double stress[3][6], strain[6];
  for (int n = 1; n < 200; n++) {
    for (int i = 0; i < 3; i++) {
      memcpy(strain, p.step.strain, sizeof strain);
      strain[1] += 1e-6 * (n + i - 1);
      ck_assert_int_eq(am_frozen_follow(p.program, &p.step, AM_PASS_STATE,
                                        strain, stress[i], state),
                       AM_POINT_GOOD);
    }
    for (int i = 0; i < 6; i++)
      ck_assert_double_lt(
          fabs(stress[0][i] - 2 * stress[1][i] + stress[2][i]), 1e-4);
  }
  point_close(&p);
}
END_TEST

/* A nonfinite state is reported. */
START_TEST(invalid_states) {
  point p = recorded(am_scheme_find("ode23"), 0, AM_MODE_VECTOR);
  double strain[6] = {NAN}, stress[6];
  double *state = AM_ARRAY(p.arena, double, p.law->nx + 1);
  ck_assert_int_ne(am_frozen_follow(p.program, &p.step, AM_PASS_STATE, strain,
                                    stress, state),
                   AM_POINT_GOOD);
  point_close(&p);
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("frozen");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, repeats, 0, (int)schemes * LAWS);
  tcase_add_loop_test(tcase, column_passes, 0, (int)schemes * LAWS);
  tcase_add_loop_test(tcase, is_smooth, 0, (int)schemes);
  tcase_add_test(tcase, invalid_states);
  return test_run("frozen", &tcase, 1);
}
