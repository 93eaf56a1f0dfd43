/* order.c: how a scheme converges to a reference with tight tolerances: its
 * order without error control, and how the number of its substeps follows the
 * tolerance.  A wrong coefficient leaves the derivatives consistent with the
 * wrong scheme, and a wrong embedded solution leaves both: only this check
 * sees them. */
#include <math.h>
#include <string.h>

#include "check/compare.h"
#include "check/pieces.h"

enum { DRAWS = 8, STEPS = 3 };

/* Errors below this part are the reference's, too. */
static const double least = 1e-11;

/* Pieces of the reference. */
enum { FINEST = 512 };

/* An order that is less than that of the scheme by more fails; so does an
 * exponent of the substeps that is larger by more than this part.  (Where
 * variables set in at different times, small substeps there hide the
 * growth.) */
static const double slack = 0.4, growth_slack = 0.3;

/* Steps in flow, and what they come to. */
typedef struct {
  am_subject *subject;
  am_loading loading[STEPS];
  am_response exact[STEPS];
  int count;
} convergence;

static double distance(const double *x, const double *y, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

static double length(const double *x, int count) {
  static const double zero[36];
  return distance(x, zero, count);
}

/* How far a response is from another: of stress and of every variable, as
 * parts of the stress and of what the variables change by in all. */
static double error_of(const convergence *a, const am_loading *l,
                       const am_response *found, const am_response *exact) {
  int na = a->subject->law->na;
  double change = distance(exact->state, l->state, na);
  double stress = length(exact->stress, 6);
  double error = stress > 0 ? distance(found->stress, exact->stress, 6) /
                                  stress
                            : 0;
  if (!(change > 0)) return error;
  return fmax(error, distance(found->state, exact->state, na) / change);
}

/* Order of convergence. */

static bool find_errors(const convergence *a, am_pieces *p, int step,
                        double *errors) {
  am_response found = {.state = NULL};
  for (int i = 0; i < AM_PIECES_MOST; i++) {
    if (!am_pieces_walk(p, &a->loading[step], 2 << i, &found)) return false;
    errors[i] = error_of(a, &a->loading[step], &found, &a->exact[step]);
  }
  return true;
}

static void look_at_order(const convergence *a, am_worst *worst,
                          const am_scheme *scheme, const double *errors,
                          const am_loading *l) {
  double order = am_pieces_order(errors, scheme->order, least);
  double last = errors[AM_PIECES_MOST - 1];
  if (!am_worst_take(worst, order, scheme->order, slack, l)) return;
  worst->finding.note =
      am_format(a->subject->arena, "error %.2g in %d pieces", last,
                1 << AM_PIECES_MOST);
}

static am_status check_order(const convergence *a, const am_scheme *scheme) {
  double errors[AM_PIECES_MOST];
  am_pieces *p = am_pieces_new(a->subject, a->subject->engine, scheme);
  if (!p) return AM_INPUT;
  am_worst worst = am_worst_new(a->subject, "order",
                                scheme->name,
                                am_pieces_solver(p));
  worst.finding.entry = "order";
  for (int i = 0; i < a->count && !am_check_stopped(a->subject); i++)
    if (find_errors(a, p, i, errors))
      look_at_order(a, &worst, scheme, errors, &a->loading[i]);
  am_worst_add(&worst);
  return AM_OK;
}

/* Error control: substeps grow like rtol^(-1/(q + 1)). */

/* Substeps of a step; infinite where it cannot be integrated, which an error
 * estimate that falls too slowly brings about. */
static double count_substeps(const convergence *a, const am_scheme *scheme,
                             double rtol, int step) {
  am_solver solver = am_solver_default;
  am_response r = {.state = NULL};
  solver.scheme = scheme;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent = false;
  solver.atol = 1e-16;
  solver.rtol = rtol;
  am_pieces *p = am_pieces_with(a->subject, a->subject->engine, &solver);
  if (!p || !am_pieces_walk(p, &a->loading[step], 1, &r)) return INFINITY;
  return am_pieces_substeps(p);
}

/* The exponent over two decades, in which all schemes take tens to hundreds of
 * substeps; NaN: too few. */
static double growth_of(const convergence *a, const am_scheme *scheme,
                        int step) {
  double rtol = pow(10, -(scheme->control + 3));
  double before = count_substeps(a, scheme, rtol, step);
  double after = count_substeps(a, scheme, rtol / 100, step);
  if (isinf(before) || isinf(after)) return INFINITY;
  return before < 3 ? NAN : 0.5 * log10(after / before);
}

static void check_growth(const convergence *a, const am_scheme *scheme) {
  double expected = 1.0 / (scheme->control + 1);
  am_worst worst = am_worst_new(a->subject, "order",
                                am_format(a->subject->arena,
                                          "%s, error control", scheme->name),
                                NULL);
  worst.finding.entry = "exponent of substeps over 1/rtol";
  for (int i = 0; i < a->count && !am_check_stopped(a->subject); i++) {
    double growth = growth_of(a, scheme, i);
    if (!isnan(growth))
      am_worst_take(&worst, fmax(growth, expected), expected,
                    growth_slack * expected, NULL);
  }
  if (worst.ratio < 0) worst.finding.note = "too few substeps";
  am_worst_add(&worst);
}

static am_status check_scheme(const convergence *a, const am_scheme *scheme) {
  AM_TRY(check_order(a, scheme));
  if (scheme->family != AM_FAMILY_IMPLICIT) check_growth(a, scheme);
  return AM_OK;
}

static bool draw(convergence *a, am_steps *steps, am_pieces *reference,
                 int sample) {
  am_loading *l = &a->loading[a->count];
  for (int i = 0; i < DRAWS && !am_check_stopped(a->subject); i++)
    if (am_steps_draw_flowing(steps, sample, i, l) &&
        am_pieces_walk(reference, l, FINEST, &a->exact[a->count]))
      return true;
  return false;
}

static am_status prepare(convergence *a, am_subject *subject) {
  *a = (convergence){.subject = subject};
  am_steps *steps = am_steps_new(subject, subject->law);
  am_pieces *reference =
      am_pieces_new(subject, &am_engine_interp, am_scheme_find("ode45"));
  if (!steps || !reference) return AM_INPUT;
  int count = subject->level == AM_LEVEL_THOROUGH ? STEPS : 1;
  for (int i = 0; i < count; i++) a->count += draw(a, steps, reference, i);
  return AM_OK;
}

static am_status run(am_subject *subject) {
  convergence a;
  if (subject->level == AM_LEVEL_QUICK) {
    am_finding_skip(subject, "order", "all schemes", "left out to be quick");
    return AM_OK;
  }
  AM_TRY(prepare(&a, subject));
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    AM_TRY(check_scheme(&a, *s));
  return AM_OK;
}

const am_check am_check_order = {
    .name = "order",
    .about = "convergence of the schemes, and of their error control",
    .run = run};
