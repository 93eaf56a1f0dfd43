/* Tests of bench/operations.c against counts by hand. */
#include "bench/bench.h"
#include "emit/source.h"
#include "tests/core/kernel/problem.h"
#include "tests/core/law/materials.h"

enum { POINTS = 10 };

typedef struct {
  const char *scheme;
  int lanes;
  double attempts[POINTS];
  double efficiency;
} row;

/* Adaptive: one attempt for all points, then all substeps for points that need
 * more. The groups of four lanes of the last row are points 1 2 4 6 and 9. */
static const row rows[] = {
    {"ode23", 4, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1},
    {"ode23", 1, {1, 2, 3, 4, 5, 6, 7, 8, 9, 9}, 1},
    {"ode23", 4, {1, 2, 3, 1, 5, 1, 2, 1, 1, 2}, 19. / (10 + 4 * (5 + 2))},
    {"implicit-euler", 2, {3, 3, 3, 4, 5, 3, 1, 1, 2, 4},
     29. / (2 * (3 + 4 + 5 + 1 + 4))},
    {"implicit-euler", 1, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, 1},
};

static am_law *law_of(am_arena *arena, am_strategy strategy) {
  am_report *report = am_report_new(arena);
  am_material *material;
  am_law *law;
  ck_assert(am_material_read(
                arena, report,
                source_path(arena, "materials/michel-suquet.yaml"),
                &material) == AM_OK);
  ck_assert(am_law_new(arena, report, material,
                       &(am_law_choice){.strategy = strategy}, &law) == AM_OK);
  return law;
}

static am_work work_of(const row *r, am_strategy strategy, bool tangent) {
  am_arena *arena = test_arena();
  am_solver solver = am_solver_default;
  double counts[AM_COUNTS][POINTS] = {0}, status[POINTS] = {0};
  am_fields fields = {.stride = POINTS, .status = status,
                      .counts = counts[0]};
  am_work work;
  solver.scheme = am_scheme_find(r->scheme);
  solver.strategy = strategy;
  solver.tangent = tangent;
  bool adaptive = solver.scheme->family != AM_FAMILY_IMPLICIT;
  bool rosenbrock = solver.scheme->family == AM_FAMILY_ROSENBROCK;
  status[3] = AM_POINT_NEWTON;
  for (int k = 0; k < POINTS; k++) {
    counts[AM_COUNT_SUBSTEPS][k] = adaptive ? r->attempts[k] : 1;
    counts[AM_COUNT_ITERATIONS][k] = adaptive ? 0 : r->attempts[k];
    counts[AM_COUNT_EVALUATIONS][k] =
        rosenbrock ? solver.scheme->stages * r->attempts[k] : 2;
  }
  am_tally *tally = am_tally_new(arena, &solver, r->lanes);
  am_tally_step(tally, &fields, POINTS);
  am_tally_step(tally, &fields, POINTS);
  am_tally_end(arena, tally, law_of(arena, strategy), &work);
  return work;
}

START_TEST(lanes_wait_for_their_group) {
  const row *r = &rows[_i];
  am_work work = work_of(r, AM_STRATEGY_AUTOMATIC, false);
  ck_assert_close(work.efficiency, r->efficiency, 1e-14, 0);
  ck_assert_close(work.evaluations, 2, 0, 0);
  ck_assert_close(work.failed, 2, 0, 0);
}
END_TEST

/* Implicit Euler: `count` Jacobians, and the stress once */
START_TEST(operations_are_those_of_the_functions) {
  am_arena *arena = test_arena();
  am_solver solver = am_solver_default;
  am_law_source source;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.tangent = false;
  am_law_source_write(arena, law_of(arena, AM_STRATEGY_AUTOMATIC), &solver,
                      &(am_law_source_options){.lanes = 1}, &source);
  am_work work = work_of(&rows[3], AM_STRATEGY_AUTOMATIC, false);
  ck_assert_close(
      work.operations,
      2.0 * source.functions[AM_FUNCTION_JACOBIAN].counts.operations +
          source.functions[AM_FUNCTION_STRESS].counts.operations,
      1e-14, 0);
  ck_assert_close(work.bytes, 8 * (14 + 15 + 2 * 6), 0, 0);
}
END_TEST

/* ---- the calls that the stepping text makes ------------------------------ */

/* Functions of the law and their categories in the count */
static const struct {
  am_function function;
  int common, along; /* calls of the whole, and of one direction */
} functions[] = {
    {AM_FUNCTION_RATE, OF_RATE, -1},
    {AM_FUNCTION_GRADIENT, OF_GRADIENT, -1},
    {AM_FUNCTION_DIRECTED, OF_RATE_SHARED, OF_RATE_ALONG},
    {AM_FUNCTION_STRESS, OF_STRESS, -1},
    {AM_FUNCTION_RESPONSE, OF_STRESS_SHARED, OF_STRESS_ALONG},
    {AM_FUNCTION_CURVATURE, OF_CURVATURE_SHARED, OF_CURVATURE_ALONG}};

/* Operations of michel-suquet, with the calls counted for the problem. */
static double expected_operations(am_arena *arena, const problem *p) {
  am_law_source source;
  double sum = 0;
  am_law_source_write(arena, law_of(arena, AM_STRATEGY_AUTOMATIC), &p->solver,
                      &(am_law_source_options){.lanes = 1}, &source);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const am_law_source_function *f = &source.functions[functions[i].function];
    double all = p->data.made[functions[i].common];
    sum += all * (f->counts.operations - f->along.operations);
    if (functions[i].along < 0) continue;
    double along = p->data.made[functions[i].along];
    ck_assert((all == 0) == (along == 0));
    sum += along / 6 * f->along.operations;
  }
  return sum;
}

static am_work counted_work(am_arena *arena, const problem *p,
                            const k_counts *made) {
  double counts[AM_COUNTS] = {0}, status[1] = {0};
  am_fields fields = {.stride = 1, .status = status, .counts = counts};
  am_work work;
  counts[AM_COUNT_SUBSTEPS] = made->substeps;
  counts[AM_COUNT_REJECTED] = made->rejected;
  counts[AM_COUNT_EVALUATIONS] = made->evaluations;
  am_tally *tally = am_tally_new(arena, &p->solver, 1);
  am_tally_step(tally, &fields, 1);
  am_tally_end(arena, tally, law_of(arena, AM_STRATEGY_AUTOMATIC), &work);
  return work;
}

/* Every accepted substep of a Rosenbrock scheme counts with a second error
   estimate: at most two stresses were not computed.
 */
static double looks_missed(am_arena *arena, const problem *p) {
  am_law_source source;
  if (p->solver.scheme->family != AM_FAMILY_ROSENBROCK ||
      p->solver.error_control != AM_CONTROL_STRESS)
    return 0;
  am_law_source_write(arena, law_of(arena, AM_STRATEGY_AUTOMATIC), &p->solver,
                      &(am_law_source_options){.lanes = 1}, &source);
  return 2 * (double)(p->data.made[OF_GRADIENT] - 1) *
         source.functions[AM_FUNCTION_STRESS].counts.operations;
}

/* With and without tangents, measured in stress or not, coupled or not. */
static void choose(problem *p, int n) {
  p->solver.tangent = n & 1;
  p->solver.error_control = n & 2 ? AM_CONTROL_STRESS : AM_CONTROL_INTERNAL;
  p->solver.tangent_control = n & 4 ? AM_TANGENT_COUPLED : AM_TANGENT_PRIMAL;
}

START_TEST(calls_are_counted) {
  static problem p;
  size_t count;
  const am_scheme *scheme = &am_schemes(&count)[_i];
  if (scheme->family != AM_FAMILY_EXPLICIT &&
      scheme->family != AM_FAMILY_ROSENBROCK)
    return;
  for (int n = 0; n < 8; n++) {
    am_arena *arena = test_arena();
    real y[NX], Z[6 * NX], sig[6], C[36];
    k_loading loading = new_loading();
    k_response out = {.loading = &loading, .y0 = start, .y = y, .Z = Z,
                      .sig = sig, .C = C};
    problem_open(&p, scheme);
    choose(&p, n);
    p.solver.rtol = p.solver.atol = 1e-4;
    k_directions directions = {p.solver.tangent ? 6 : 0, 0, n % 2 && n & 4};
    k_evaluate(&p.context, 0, directions, 1, &out);
    ck_assert_double_eq(out.status, AM_POINT_GOOD);
    ck_assert_double_gt(out.counts.rejected, 0);
    double counted = counted_work(arena, &p, &out.counts).operations;
    double expected = expected_operations(arena, &p);
    ck_assert_double_ge(counted, (1 - 1e-13) * expected);
    ck_assert_double_le(counted, (1 + 1e-13) * expected +
                                     looks_missed(arena, &p));
  }
}
END_TEST

START_TEST(all_schemes_have_operations) {
  size_t count;
  const am_scheme *scheme = &am_schemes(&count)[_i];
  const row r = {scheme->name, 8, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 1};
  am_work plain = work_of(&r, AM_STRATEGY_AUTOMATIC, false);
  am_work tangent = work_of(&r, AM_STRATEGY_AUTOMATIC, true);
  ck_assert_double_gt(plain.operations, 10);
  ck_assert_double_gt(plain.powers, 0);
  ck_assert_double_gt(tangent.operations, plain.operations);
  ck_assert_close(tangent.bytes - plain.bytes, 36 * 8, 0, 0);
}
END_TEST

START_TEST(a_hand_written_update_is_not_counted) {
  am_work work = work_of(&rows[3], AM_STRATEGY_CONVENTIONAL, false);
  ck_assert(isnan(work.operations) && isnan(work.powers));
}
END_TEST

int main(void) {
  size_t count;
  am_schemes(&count);
  TCase *all = tcase_create("operations");
  tcase_add_loop_test(all, lanes_wait_for_their_group, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(all, operations_are_those_of_the_functions);
  tcase_add_loop_test(all, calls_are_counted, 0, (int)count);
  tcase_add_loop_test(all, all_schemes_have_operations, 0, (int)count);
  tcase_add_test(all, a_hand_written_update_is_not_counted);
  return test_run("bench/operations", &all, 1);
}
