/* gradient.c: compares stress and forces with differences of the free energy,
 * rates with differences of the force potential, and second derivatives with
 * differences of the first ones; tests the potentials for jumps.
 *
 * Differences across a kink are rejected (derivatives.h), so that they cannot
 * detect a discontinuous potential.  Between two states the potential must
 * therefore change by the integral of its slope. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>

#include "check/derivatives.h"

/* ---- discontinuities ----------------------------------------------------- */

/* Maximum number of intervals of the adaptive quadrature. */
enum { INTERVALS = 400 };

/* Tolerance relative to the change and to the slope at the end; the tolerance
 * of the quadrature is a hundredth of it. */
#define NEGLIGIBLE 1e-7

/* Potential along a line from an origin to a state. */
typedef struct {
  am_subject *subject;
  const char *entry;        /* of the finding */
  am_values *potential;     /* one value */
  am_values *gradient;      /* [count] with respect to the variable
                               coordinates */
  int first, count;         /* variable coordinates of the inputs */
  const double *origin;     /* [count] common origin; NULL: zero */
  gsl_integration_workspace *space;
  double *from, *to, *at;   /* inputs: ends of the line, current point */
  double scale; /* of the slope */
  am_worst worst;
} potential_line;

/* Derivative of the potential with respect to the line parameter t from 0 to
 * 1. */
static double slope_at(potential_line *l, double t) {
  for (int i = l->first; i < l->first + l->count; i++)
    l->at[i] = l->from[i] + t * (l->to[i] - l->from[i]);
  const double *gradient = am_values_at(l->gradient, l->at);
  double sum = 0;
  for (int i = 0; i < l->count; i++)
    sum += gradient[i] * (l->to[l->first + i] - l->from[l->first + i]);
  return sum;
}

/* The substitution t = 1 - (1 - s)^4 concentrates nodes near the end, to
 * resolve the rates of laws that begin to flow just before the end. */
static double integrand(double s, void *data) {
  potential_line *l = data;
  double left = 1 - s, cubed = left * left * left;
  return 4 * cubed * slope_at(l, 1 - left * cubed) / l->scale;
}

/* Integral over the line, with an error bound; NaN if it does not exist, for
 * example at poles of the potential. */
static double integrate_slope(potential_line *l, double *error) {
  double integral = NAN;
  const gsl_function function = {integrand, l};
  if (!(l->scale > 0) || !isfinite(l->scale)) return NAN;
  int failed = gsl_integration_qag(&function, 0, 1, 0, 0.01 * NEGLIGIBLE,
                                   INTERVALS, GSL_INTEG_GAUSS21, l->space,
                                   &integral, error);
  if (failed && failed != GSL_EROUND) return NAN;
  *error *= l->scale;
  return integral * l->scale;
}

/* Potential; adds a bound of its rounding error to *error. */
static double potential_at(const potential_line *l, const double *inputs,
                           double *error) {
  double rounding;
  am_values_rounding(l->potential, inputs, &rounding);
  *error += rounding;
  return am_values_at(l->potential, inputs)[0];
}

static bool compare_change(void *data, const am_random_state *sample) {
  potential_line *l = data;
  double error = 0, rounding = 0;
  size_t size = (size_t)am_input_offset(l->subject->law, AM_INPUT_KINDS) *
                sizeof *l->at;
  memcpy(l->from, sample->inputs, size);
  memcpy(l->to, sample->inputs, size);
  memcpy(l->at, sample->inputs, size);
  for (int i = 0; i < l->count; i++)
    l->from[l->first + i] = l->origin ? l->origin[i] : 0;
  double change = potential_at(l, l->to, &rounding) -
                  potential_at(l, l->from, &rounding);
  double slope = fabs(slope_at(l, 1));
  l->scale = fmax(slope, fabs(change));
  double integral = integrate_slope(l, &error);
  double bound = 10 * (error + rounding) +
                 NEGLIGIBLE * (fabs(change) + fabs(integral) + slope);
  if (isfinite(change) && isfinite(bound))
    am_worst_take(&l->worst, change, integral, bound, &sample->start);
  return true;
}

static void free_space(void *space) {
  gsl_integration_workspace_free(space);
}

/* Adds the worst of the lines from the origin to random states. */
static am_status check_discontinuities(potential_line *l) {
  am_arena *arena = l->subject->arena;
  int size = am_input_offset(l->subject->law, AM_INPUT_KINDS);
  l->from = AM_ARRAY(arena, double, size);
  l->to = AM_ARRAY(arena, double, size);
  l->at = AM_ARRAY(arena, double, size);
  l->worst.finding.entry = l->entry;
  l->worst.finding.note = "compared with the integral of the derivatives";
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  l->space = gsl_integration_workspace_alloc(INTERVALS);
  if (!l->space) am_arena_exhausted(arena);
  am_arena_defer(arena, free_space, l->space);
  am_status status =
      am_check_states(l->subject, "gradient", compare_change, l);
  gsl_set_error_handler(handler);
  am_worst_add_state(&l->worst);
  return status;
}

/* ---- the potentials ------------------------------------------------------ */

static const am_matrix omega = {
    "gradient", "omega", AM_VALUES_OMEGA, 0, am_check_energy_gradient, false,
    {AM_INPUT_STRAIN, AM_INPUT_STATE}, 2};

/* d omega/dT of external fields T, the exchange with the law. */
static am_node *exchange(am_subject *s) {
  am_node *slopes = AM_ARRAY(s->arena, am_node, s->law->nf);
  am_law_slopes(s->law, slopes);
  return slopes;
}

static const am_matrix omega_fields = {
    "gradient", "omega, fields", AM_VALUES_OMEGA, 0, exchange, false,
    {AM_INPUT_EXTERNAL}, 1};

/* Derivatives of the potential are rates, except for variables with prescribed
 * rates. */
static am_node *rates(am_subject *s) {
  const am_law *law = s->law;
  am_node *slopes = am_check_flow(s);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    for (int c = v->offset; c < v->offset + v->size && !v->given; c++)
      slopes[c] = law->rate[c];
  }
  return slopes;
}

static const am_matrix psi = {"gradient", "Psi", AM_VALUES_PSI, 0, rates, false,
                              {AM_INPUT_FORCE}, 1};

am_status am_check_run_gradient(am_subject *s) {
  am_law *law = s->law;
  int na = law->na;
  double *rest = AM_ARRAY(s->arena, double, 6 + na);
  for (int i = 0; i < na; i++) rest[6 + i] = law->initial[i];
  AM_TRY(am_check_matrix(s, &omega));
  AM_TRY(am_check_matrix(s, &omega_fields));
  AM_TRY(check_discontinuities(&(potential_line){
      .subject = s, .worst = am_worst_new(s, "gradient", "omega, jumps", NULL),
      .entry = "change of omega from the initial state",
      .potential = am_values_new(s, &law->energy, 1),
      .gradient = am_values_new(s, am_check_energy_gradient(s), 6 + na),
      .origin = rest, .count = 6 + na}));
  if (!am_law_has_potential(law)) {
    if (na) am_finding_skip(s, "gradient", "Psi", am_check_no_potential);
    return AM_OK;
  }
  AM_TRY(am_check_matrix(s, &psi));
  return check_discontinuities(&(potential_line){
      .subject = s, .worst = am_worst_new(s, "gradient", "Psi, jumps", NULL),
      .entry = "change of Psi from zero forces",
      .potential = am_values_new(s, &law->dissipation_potential, 1),
      .gradient = am_values_new(s, am_check_flow(s), na),
      .first = am_input_offset(law, AM_INPUT_FORCE), .count = na});
}

/* ---- second derivatives -------------------------------------------------- */

static am_node *negative_metric(am_subject *s) {
  int count;
  const am_node *metric = am_check_function(s, AM_FUNCTION_METRIC, &count);
  am_node *nodes = AM_ARRAY(s->arena, am_node, count);
  for (int i = 0; i < count; i++) nodes[i] = am_neg(s->law->graph, metric[i]);
  return nodes;
}

am_status am_check_run_hessian(am_subject *s) {
  static const am_matrix all[] = {
      {"hessian", "stiffness", AM_VALUES_STRESS, AM_FUNCTION_STIFFNESS, NULL,
       true, {AM_INPUT_STRAIN, AM_INPUT_STATE}, 2},
      {"hessian", "stress_by_external", AM_VALUES_STRESS,
       AM_FUNCTION_STRESS_BY_EXTERNAL, NULL, false, {AM_INPUT_EXTERNAL}, 1},
      {"hessian", "response", AM_VALUES_STRESS, AM_FUNCTION_RESPONSE, NULL,
       true, {AM_INPUT_DIRECTION}, 1},
      {"hessian", "along", AM_VALUES_STRESS, AM_FUNCTION_ALONG, NULL, true,
       {AM_INPUT_ALONG}, 1},
      {"hessian", "metric", AM_VALUES_FORCE, 0, negative_metric, false,
       {AM_INPUT_STATE}, 1},
      {"hessian", "Psi", AM_VALUES_FLOW, 0, am_check_flow_hessian, false,
       {AM_INPUT_FORCE}, 1}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    AM_TRY(am_check_matrix(s, &all[i]));
  return AM_OK;
}
