/* operations.c: operations and bytes of a loading step. */
#include "bench/parts.h"

struct am_tally {
  const am_solver *solver;
  int lanes;
  double points, failed, attempts, evaluations, iterations;
  double useful, spent; /* attempts of lanes: useful, and including idle
                           lanes */
};

am_tally *am_tally_new(am_arena *arena, const am_solver *solver, int lanes) {
  am_tally *t = AM_NEW(arena, am_tally);
  t->solver = solver;
  t->lanes = lanes;
  return t;
}

/* Attempts of one point: substeps, or Newton iterations for schemes without
 * substeps. */
static double attempts_of(const am_tally *t, const am_fields *f, long k) {
  int row = t->solver->scheme->family == AM_FAMILY_IMPLICIT
                ? AM_COUNT_ITERATIONS
                : AM_COUNT_SUBSTEPS;
  double attempts = f->counts[row * f->stride + k];
  return row == AM_COUNT_SUBSTEPS
             ? attempts + f->counts[AM_COUNT_REJECTED * f->stride + k]
             : attempts;
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
  /* Lanes wait for the slowest of their group.  An adaptive scheme attempts the
   * whole step with all points and then forms new groups of those that need
   * more substeps (kernel/points/advance.h). */
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

static void add_counts(am_work *work, am_emit_counts counts, double times) {
  work->operations += times * counts.operations;
  work->powers += times * counts.powers;
}

static void count_operations(am_arena *arena, const am_tally *t, am_law *law,
                             am_work *work) {
  am_law_source source;
  double calls[AM_FUNCTIONS];
  am_law_source_write(arena, law, t->solver,
                      &(am_law_source_options){.lanes = 1}, &source);
  /* Number of calls of each function of the law in a loading step: a column of
   * their table. */
  const am_solver *s = t->solver;
  am_family family = s->scheme->family;
  double evaluations = work->evaluations, attempts = work->attempts;
  bool explicit = family == AM_FAMILY_EXPLICIT;
  bool rosenbrock = family == AM_FAMILY_ROSENBROCK;
  bool implicit = !explicit && !rosenbrock, tangent = s->tangent;
  bool rated = law->reads_rate;
  bool measured = s->error_control == AM_CONTROL_STRESS &&
                  family != AM_FAMILY_IMPLICIT;
  bool coupled = s->tangent_control == AM_TANGENT_COUPLED;
  bool guarded = measured && s->scheme->guarded;
  /* for Rosenbrock schemes: the error is re-evaluated at most after each
   * gradient but the first (kernel/ode/end_error.h) */
  double stages = s->scheme->stages * attempts;
  double gradients = evaluations - (stages - attempts);
  double looks = rosenbrock && measured ? gradients - 1 : 0;
#define AM_LAW_FUNCTION(NAME, NAME_, TEXT, ABOUT, GIVEN, FORM, OUTPUTS, ASKED, \
                        CALLS)                                                \
  calls[AM_FUNCTION_##NAME] = CALLS;
#include "law/function.def"
#undef AM_LAW_FUNCTION
  for (int f = 0; f < AM_FUNCTIONS; f++)
    add_counts(work, source.functions[f].counts, calls[f]);
  /* columns df/deps e_c of an attempt of a Rosenbrock scheme */
  if (t->solver->tangent && t->solver->scheme->family == AM_FAMILY_ROSENBROCK)
    add_counts(work, source.functions[AM_FUNCTION_DIRECTED].along,
               work->attempts);
  /* and C, for the additional error estimate `guard` */
  if (guarded && tangent && coupled)
    add_counts(work, source.functions[AM_FUNCTION_RESPONSE].along,
               work->attempts);
}

/* Input: strain, target, state, step size and largest stress.  Output: the same
 * without the target, plus stress, status and tangent. */
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
