#include "bench/operations.h"

#include <math.h>

#include "emit/unit.h"

struct am_tally {
  const am_solver *solver;
  int lanes;
  double points, failed, attempts, evaluations, iterations;
  double useful, spent; /* attempts of lanes, those of idle ones too */
};

/* How often a family calls a function of the law for its rates: so many times
 * for each evaluation of the rates, attempt and point.  A function that
 * differentiates in directions does so in six of them. */
typedef struct {
  am_function plain, tangent; /* AM_FUNCTIONS: none */
  double evaluation, attempt;
} call;

enum { CALLS = 3 };

static const call calls[][CALLS] = {
    [AM_FAMILY_EXPLICIT] = {{AM_FUNCTION_RATE, AM_FUNCTION_DIRECTED, 1, 0}},
    [AM_FAMILY_ROSENBROCK] =
        {{AM_FUNCTION_GRADIENT, AM_FUNCTION_GRADIENT, 0, 1},
         {AM_FUNCTION_RATE, AM_FUNCTIONS, 1, -1},
         {AM_FUNCTIONS, AM_FUNCTION_DIRECTED, 1, 0}},
    [AM_FAMILY_IMPLICIT] =
        {{AM_FUNCTION_JACOBIAN, AM_FUNCTION_GRADIENT, 1, 0}},
    [AM_FAMILY_DOUBLING] =
        {{AM_FUNCTION_JACOBIAN, AM_FUNCTION_GRADIENT, 1, 0}},
};

am_tally *am_tally_new(am_arena *arena, const am_solver *solver, int lanes) {
  am_tally *t = AM_NEW(arena, am_tally);
  t->solver = solver;
  t->lanes = lanes;
  return t;
}

/* Attempts of one point, which are Newton's iterations where the scheme is
 * not adaptive. */
static double attempts_of(const am_tally *t, const am_fields *f, long k) {
  int row = t->solver->scheme->family == AM_FAMILY_IMPLICIT
                ? AM_COUNT_ITERATIONS
                : AM_COUNT_SUBSTEPS;
  double attempts = f->counts[row * f->stride + k];
  return row == AM_COUNT_SUBSTEPS
             ? attempts + f->counts[AM_COUNT_REJECTED * f->stride + k]
             : attempts;
}

/* Lanes wait for the slowest of their group.  An adaptive scheme tries the
 * whole step with all points, and begins anew with the groups of those that
 * need more (kernel/advance.h). */
static void tally_lanes(am_tally *t, const am_fields *f, long count) {
  bool adaptive = t->solver->scheme->family != AM_FAMILY_IMPLICIT;
  bool two = adaptive && t->lanes > 1;
  double most = 0;
  int filled = 0;
  for (long k = 0; k < count; k++) {
    double attempts = attempts_of(t, f, k);
    t->useful += attempts;
    if (two) t->spent += 1;
    if (!two || attempts > 1) {
      most = fmax(most, attempts);
      filled++;
    }
    if (filled < t->lanes && (k + 1 < count || !filled)) continue;
    t->spent += most * t->lanes;
    most = filled = 0;
  }
}

void am_tally_step(void *data, const am_fields *f, long count) {
  am_tally *t = data;
  t->points += (double)count;
  for (long k = 0; k < count; k++) {
    t->failed += f->status[k] != AM_POINT_GOOD;
    t->attempts += f->counts[AM_COUNT_SUBSTEPS * f->stride + k] +
                   f->counts[AM_COUNT_REJECTED * f->stride + k];
    t->evaluations += f->counts[AM_COUNT_EVALUATIONS * f->stride + k];
    t->iterations += f->counts[AM_COUNT_ITERATIONS * f->stride + k];
  }
  tally_lanes(t, f, count);
}

static void add_counts(am_work *work, am_emit_counts counts, double times) {
  work->operations += times * counts.operations;
  work->powers += times * counts.powers;
}

static void count_rates(const am_tally *t, const am_unit *unit,
                        am_work *work) {
  const call *rows = calls[t->solver->scheme->family];
  for (int i = 0; i < CALLS; i++) {
    am_function f = t->solver->tangent ? rows[i].tangent : rows[i].plain;
    double times = rows[i].evaluation * work->evaluations +
                   rows[i].attempt * work->attempts;
    if (f != AM_FUNCTIONS && times != 0)
      add_counts(work, unit->functions[f].counts, times);
  }
}

/* Each stage has a second derivative, and each column df/deps e_c. */
static void count_columns(const am_tally *t, const am_unit *unit,
                          am_work *work) {
  if (!t->solver->tangent ||
      t->solver->scheme->family != AM_FAMILY_ROSENBROCK)
    return;
  add_counts(work, unit->functions[AM_FUNCTION_CURVATURE].counts,
             work->evaluations);
  add_counts(work, unit->functions[AM_FUNCTION_DIRECTED].along,
             work->attempts);
}

/* The response at the end; where it is measured, at the start without its
 * derivative, and twice in each attempt. */
static void count_responses(const am_tally *t, const am_unit *unit,
                            am_work *work) {
  const am_solver *s = t->solver;
  const am_unit_function *plain = &unit->functions[AM_FUNCTION_STRESS];
  const am_unit_function *end =
      s->tangent ? &unit->functions[AM_FUNCTION_RESPONSE] : plain;
  bool coupled = s->tangent_control == AM_TANGENT_COUPLED;
  add_counts(work, end->counts, 1);
  if (s->error_control != AM_CONTROL_STRESS ||
      s->scheme->family == AM_FAMILY_IMPLICIT)
    return;
  add_counts(work, plain->counts, 1);
  add_counts(work, (coupled ? end : plain)->counts, 2 * work->attempts);
}

static void count_operations(am_arena *arena, const am_tally *t, am_law *law,
                             am_work *work) {
  am_unit unit;
  am_unit_write(arena, law, t->solver, &(am_unit_options){.lanes = 1}, &unit);
  count_rates(t, &unit, work);
  count_columns(t, &unit, work);
  count_responses(t, &unit, work);
}

/* strain, target, state, step size and largest stress in; the same but the
 * target, stress, status and tangent out */
static double bytes_of(const am_law *law, bool tangent) {
  int in = 6 + 6 + law->nx + 2;
  int out = 6 + law->nx + 2 + 6 + 1 + (tangent ? 36 : 0);
  return (in + out) * (double)sizeof(double);
}

void am_tally_end(am_arena *arena, const am_tally *t, am_law *law,
                  am_work *work) {
  *work = (am_work){.attempts = t->attempts / t->points,
                    .evaluations = t->evaluations / t->points,
                    .iterations = t->iterations / t->points,
                    .failed = t->failed,
                    .efficiency = t->spent > 0 ? t->useful / t->spent : 1,
                    .bytes = bytes_of(law, t->solver->tangent)};
  if (t->solver->strategy == AM_STRATEGY_CONVENTIONAL)
    work->operations = work->powers = NAN;
  else
    count_operations(arena, t, law, work);
}
