/* accuracy.c: stress and tangent at usual tolerances against those of a
 * reference with tight ones, whose tangent is made by differences.  Adaptive
 * schemes with coupled control promise |dC| <= 5 (atol S + rtol |C|), and
 * likewise for the stress; single steps promise nothing, and only tell what
 * they miss by. */
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <string.h>

#include "check/compare.h"
#include "check/ridders.h"
#include "engine/frozen.h"

/* Where rates jump to and fro (a corner of the force potential), explicit steps
 * never end, and the derivative along them lacks the jumps: such a step tells
 * nothing. */
enum { DRAWS = 8, SUBSTEPS = 2000 };

/* Fewer steps give no median to rely on. */
static const int least_steps[] = {[AM_LEVEL_QUICK] = 5,
                                  [AM_LEVEL_USUAL] = 9,
                                  [AM_LEVEL_THOROUGH] = 9};

/* Local errors of schemes of first order have one sign and add up. */
static double promise_of(const am_scheme *scheme) {
  return scheme->order > 1 ? 5 : 10;
}

/* A step, and what it comes to. */
typedef struct {
  am_loading loading;
  double stress[6], C[36];
} solved;

typedef struct {
  am_subject *subject;
  am_steps *steps;
  am_engine_program *exact; /* Dormand and Prince, rtol 1e-7 */
  am_step *step;
  double *state;
  solved *answers; /* [count] */
  int count;
} accuracy;

typedef struct {
  accuracy *a;
  const am_loading *loading;
  int direction;
} line;

static bool respond(void *data, double h, double *stress) {
  const line *l = data;
  double strain[6];
  am_arena_look(l->a->subject->arena);
  memcpy(strain, l->loading->to, sizeof strain);
  strain[l->direction] += h;
  return am_frozen_follow(l->a->exact, l->a->step, AM_PASS_STATE, strain,
                          stress, l->a->state) == AM_POINT_GOOD;
}

static bool solve(accuracy *a, am_derivative *d, solved *answer) {
  am_loading_put(&answer->loading, a->step);
  am_frozen_record(a->exact, a->step);
  memcpy(answer->stress, a->step->stress, sizeof answer->stress);
  bool good = a->step->status == AM_POINT_GOOD;
  for (int c = 0; c < 6 && good; c++) {
    line l = {a, &answer->loading, c};
    good = am_ridders(&(am_curve){6, respond, &l},
                      1e-2 * am_steps_size(a->steps), d);
    for (int i = 0; i < 6; i++) answer->C[6 * i + c] = d->value[i];
  }
  return good;
}

static bool draw(accuracy *a, am_derivative *d, int sample) {
  solved *answer = &a->answers[a->count];
  for (int i = 0; i < DRAWS && !am_check_stopped(a->subject); i++)
    if (am_steps_draw(a->steps, sample, i, &answer->loading) &&
        solve(a, d, answer))
      return true;
  return false;
}

static am_status prepare(accuracy *a, am_subject *subject) {
  am_solver solver = am_solver_default;
  am_derivative d = am_derivative_new(subject->arena, 6);
  solver.scheme = am_scheme_find("ode45");
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent = false;
  solver.rtol = 1e-7;
  solver.atol = 1e-13;
  solver.max_substeps = SUBSTEPS;
  *a = (accuracy){.subject = subject,
                  .steps = am_steps_new(subject, subject->law)};
  if (!a->steps) return AM_INPUT;
  AM_TRY(am_engine_interp.compile(subject->arena, subject->report,
                                  subject->law, &solver,
                                  &(am_engine_options){.threads = 1},
                                  &a->exact));
  a->step = am_subject_point(subject, subject->law);
  a->state = AM_ARRAY(subject->arena, double, subject->law->nx + 1);
  int samples = subject->samples, least = least_steps[subject->level];
  if (samples < least) samples = least;
  a->answers = AM_ARRAY(subject->arena, solved, samples);
  for (int i = 0; i < samples; i++) a->count += draw(a, &d, i);
  return AM_OK;
}

/* One quantity of one scheme: differences in units of the tolerance, in
 * Frobenius norms. */
typedef struct {
  am_subject *subject;
  const am_solver *solver;
  const char *what;
  double *units;    /* [count] */
  int count;
  double worst;     /* of them */
  am_loading where; /* there */
  double relative;  /* the largest |difference| over |reference| */
} figure;

static void take(figure *f, const double *found, const double *exact,
                 int count, const am_loading *loading) {
  const am_solver *s = f->solver;
  double difference = 0, size = 0;
  for (int i = 0; i < count; i++) {
    difference += (found[i] - exact[i]) * (found[i] - exact[i]);
    size += exact[i] * exact[i];
  }
  difference = sqrt(difference);
  size = sqrt(size);
  double unit = s->atol * f->subject->law->stress_scale + s->rtol * size;
  double units = unit > 0 ? difference / unit : difference;
  if (size > 0) f->relative = fmax(f->relative, difference / size);
  f->units[f->count++] = units;
  if (units <= f->worst) return;
  f->worst = units;
  f->where = *loading;
}

/* The median decides: an error estimate is an estimate, which single steps may
 * fool (that of Bogacki and Shampine vanishes for y' = -y/h). */
static void judge(figure *f) {
  am_worst w = am_worst_new(f->subject, "accuracy", f->what, f->solver);
  double median = gsl_stats_median(f->units, 1, (size_t)f->count);
  am_worst_take(&w, median, 0, promise_of(f->solver->scheme), &f->where);
  w.finding.entry = "median difference in units of the tolerance";
  w.finding.note = am_format(f->subject->arena,
                             "at most %.2g, %.2g of the norm", f->worst,
                             f->relative);
  am_worst_add(&w);
}

static void conclude(figure *f, const am_scheme *scheme) {
  am_subject *subject = f->subject;
  if (!f->count)
    am_finding_skip(subject, "accuracy", f->what,
                    "no step could be integrated");
  else if (scheme->family == AM_FAMILY_IMPLICIT)
    am_finding_skip(subject, "accuracy", f->what,
                    am_format(subject->arena,
                              "no error control: off by up to %.2g of the norm",
                              f->relative));
  else
    judge(f);
}

static figure figure_of(const accuracy *a, const am_solver *solver,
                        const char *what) {
  am_arena *arena = a->subject->arena;
  return (figure){.subject = a->subject,
                  .solver = solver,
                  .what = am_format(arena, "%s, %s", solver->scheme->name,
                                    what),
                  .worst = -1,
                  .units = AM_ARRAY(arena, double, a->count)};
}

static am_status check_scheme(accuracy *a, const am_scheme *scheme) {
  am_subject *subject = a->subject;
  am_solver *solver = AM_NEW(subject->arena, am_solver);
  am_engine_program *program;
  am_step *step = am_subject_point(subject, subject->law);
  *solver = am_solver_default;
  solver->scheme = scheme;
  solver->energies = subject->law->energies;
  AM_TRY(subject->engine->compile(
      subject->arena, subject->report, subject->law, solver,
      &(am_engine_options){.threads = 1, .lanes = 1}, &program));
  figure stress = figure_of(a, solver, "stress");
  figure tangent = figure_of(a, solver, "tangent");
  for (int i = 0; i < a->count && !am_check_stopped(subject); i++) {
    const solved *answer = &a->answers[i];
    am_loading_put(&answer->loading, step);
    am_engine_step(subject->engine, program, step);
    if (step->status != AM_POINT_GOOD) continue;
    take(&stress, step->stress, answer->stress, 6, &answer->loading);
    take(&tangent, step->tangent, answer->C, 36, &answer->loading);
  }
  conclude(&stress, scheme);
  conclude(&tangent, scheme);
  return AM_OK;
}

static am_status run(am_subject *subject) {
  accuracy a;
  AM_TRY(prepare(&a, subject));
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    AM_TRY(check_scheme(&a, *s));
  return AM_OK;
}

const am_check am_check_accuracy = {
    .name = "accuracy",
    .about = "stress and tangent at usual tolerances against a reference",
    .run = run};
