#include "check/jumps.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>

#include "check/checks.h"
#include "check/sampling.h"

/* The adaptive quadrature: its room, and when it is given up. */
enum { PIECES = 80, MOST_CALLS = 20000 };

/* Of the change and of the slope at the end; the quadrature is asked for a
 * hundredth of it. */
#define NEGLIGIBLE 1e-7

typedef struct {
  am_subject *subject;
  const am_potential *potential;
  gsl_integration_cquad_workspace *space;
  double *from, *to, *at; /* spots: the ends of the line, a point of it */
  double scale;           /* of the slope; squares of the integrand are taken */
  long calls;             /* of the integrand */
  jmp_buf given_up;       /* out of the quadrature */
  am_finding worst;
} line;

static double start_of(const line *l, int i) {
  const double *origin = l->potential->origin;
  return origin ? origin[i] : 0;
}

static double slope_at(line *l, double t) {
  const am_potential *p = l->potential;
  for (int i = p->first; i < p->first + p->count; i++)
    l->at[i] = l->from[i] + t * (l->to[i] - l->from[i]);
  const double *slopes = am_values_at(p->slopes, l->at);
  double sum = 0;
  for (int i = 0; i < p->count; i++)
    sum += slopes[i] * (l->to[p->first + i] - l->from[p->first + i]);
  return sum;
}

/* Rates of a law that begins to flow just before the end are seen where the
 * quadrature's nodes crowd there: t = 1 - (1 - s)^4.  The quadrature knows no
 * end where its sums overflow: one that is given up is left. */
static double integrand(double s, void *data) {
  line *l = data;
  double left = 1 - s, cubed = left * left * left;
  if (++l->calls > MOST_CALLS) longjmp(l->given_up, 1);
  return 4 * cubed * slope_at(l, 1 - left * cubed) / l->scale;
}

static void place(line *l, const double *spot) {
  const am_potential *p = l->potential;
  size_t size = (size_t)am_spot_offset(l->subject->law, AM_INPUT_KINDS) *
                sizeof *spot;
  memcpy(l->from, spot, size);
  memcpy(l->to, spot, size);
  memcpy(l->at, spot, size);
  for (int i = 0; i < p->count; i++) l->from[p->first + i] = start_of(l, i);
}

/* With what rounding may have done to it. */
static double value_at(const line *l, const double *spot, double *doubt) {
  double error;
  am_values_rounding(l->potential->potential, spot, &error);
  *doubt += error;
  return am_values_at(l->potential->potential, spot)[0];
}

/* The integral over the line, with a bound of its error; NaN where there is
 * none: potentials may have poles. */
static double integrate(line *l, double *error) {
  double integral = NAN;
  const gsl_function function = {integrand, l};
  l->calls = 0;
  if (!(l->scale > 0) || !isfinite(l->scale) || setjmp(l->given_up))
    return NAN;
  gsl_integration_cquad(&function, 0, 1, 0, 0.01 * NEGLIGIBLE, l->space,
                        &integral, error, NULL);
  *error *= l->scale;
  return integral * l->scale;
}

static bool visit(void *data, const am_drawn *drawn) {
  line *l = data;
  double error = 0, doubt = 0;
  place(l, drawn->spot);
  double change = value_at(l, l->to, &doubt) - value_at(l, l->from, &doubt);
  double slope = fabs(slope_at(l, 1));
  l->scale = fmax(slope, fabs(change));
  double integral = integrate(l, &error);
  am_finding found = {
      .check = "gradient", .what = l->potential->what, .time = NAN,
      .entry = l->potential->entry, .ours = change, .reference = integral,
      .bound = 10 * (error + doubt) +
               NEGLIGIBLE * (fabs(change) + fabs(integral) + slope),
      .note = "the integral of its derivatives"};
  if (!isfinite(found.ours) || !isfinite(found.bound)) return true;
  if (!am_finding_exceeds(&found, &l->worst)) return true;
  found.state = am_state_keep(l->subject, drawn->state);
  l->worst = found;
  return true;
}

static void free_space(void *space) {
  gsl_integration_cquad_workspace_free(space);
}

am_status am_check_jumps(am_subject *subject, const am_potential *potential) {
  am_arena *arena = subject->arena;
  int size = am_spot_offset(subject->law, AM_INPUT_KINDS);
  line l = {.subject = subject, .potential = potential,
            .from = AM_ARRAY(arena, double, size),
            .to = AM_ARRAY(arena, double, size),
            .at = AM_ARRAY(arena, double, size)};
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  l.space = gsl_integration_cquad_workspace_alloc(PIECES);
  if (!l.space) am_arena_exhausted(arena);
  am_arena_defer(arena, free_space, l.space);
  am_status status = am_check_states(subject, "gradient", visit, &l);
  gsl_set_error_handler(handler);
  if (l.worst.what) am_finding_add(subject, &l.worst);
  return status;
}
