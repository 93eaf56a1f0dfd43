/* hessian.c: compares second derivatives of the potentials with differences of
 * the first derivatives. */
#include "check/derivatives.h"

/* Derivatives of the stress in a function of the law. */
static am_derivatives stress_derivatives(am_subject *s, const char *what,
                                         am_function function) {
  return (am_derivatives){
      .check = "hessian", .what = what,
      .values = am_values_new(s, s->law->stress, 6),
      .rows = am_components_of_tensor(s->arena, "sigma", AM_COMPONENT_VALUE),
      .derivatives = am_values_of(s, function),
      .along_count = 1};
}

/* d stress/dT of external fields T. */
static am_status check_heating(am_subject *s) {
  am_derivatives stress_by_external = stress_derivatives(
      s, "stress_by_external", AM_FUNCTION_STRESS_BY_EXTERNAL);
  stress_by_external.along[0] = (am_directions){
      .kind = AM_INPUT_EXTERNAL, .row_stride = s->law->nf, .stride = 1,
      .components = am_components_of_external(s->arena, s->law)};
  return am_check_derivatives(s, &stress_by_external);
}

static am_status check_stress(am_subject *s) {
  int na = s->law->na;
  am_derivatives stiffness =
      stress_derivatives(s, "stiffness", AM_FUNCTION_STIFFNESS);
  stiffness.along_count = 2;
  stiffness.along[0] = (am_directions){
      .kind = AM_INPUT_STRAIN, .offset = 6, .row_stride = 6, .stride = 1,
      .components =
          am_components_of_tensor(s->arena, "eps", AM_COMPONENT_MOTION)};
  stiffness.along[1] = (am_directions){
      .kind = AM_INPUT_STATE, .offset = 42, .row_stride = na, .stride = 1,
      .components = am_components_of_state(s->arena, s->law, "", na,
                                           AM_COMPONENT_MOTION)};
  AM_TRY(am_check_derivatives(s, &stiffness));
  if (s->law->nf) AM_TRY(check_heating(s));

  am_derivatives response =
      stress_derivatives(s, "response", AM_FUNCTION_RESPONSE);
  response.along[0] =
      (am_directions){.kind = AM_INPUT_DIRECTION, .coordinates = na,
                      .offset = 6, .row_stride = 1, .stride = 6};
  AM_TRY(am_check_derivatives(s, &response));
  if (!na) return AM_OK;

  am_derivatives along = stress_derivatives(s, "along", AM_FUNCTION_ALONG);
  along.along[0] = (am_directions){
      .kind = AM_INPUT_ALONG, .offset = 6, .row_stride = 1};
  return am_check_derivatives(s, &along);
}

/* Metric: -dA/da. */
static am_status check_metric(am_subject *s) {
  am_law *law = s->law;
  int count, ns = law->ns;
  const am_node *metric = am_check_function(s, AM_FUNCTION_METRIC, &count);
  am_node *loss = AM_ARRAY(s->arena, am_node, count);
  for (int i = 0; i < count; i++) loss[i] = am_neg(law->graph, metric[i]);
  am_derivatives d = {
      .check = "hessian", .what = "metric",
      .values = am_values_new(s, law->force, ns),
      .rows =
          am_components_of_state(s->arena, law, "A_", ns, AM_COMPONENT_VALUE),
      .derivatives = am_values_new(s, loss, count),
      .along = {{.kind = AM_INPUT_STATE, .row_stride = ns, .stride = 1,
                 .components = am_components_of_state(
                     s->arena, law, "", ns, AM_COMPONENT_MOTION)}},
      .along_count = 1};
  return am_check_derivatives(s, &d);
}

/* d2 Psi/dA2 */
static am_status check_flow(am_subject *s) {
  am_law *law = s->law;
  int na = law->na;
  am_derivatives d = {
      .check = "hessian", .what = "Psi",
      .values = am_values_new(s, am_check_flow(s), na),
      .rows = am_components_of_state(s->arena, law, "rate_", na,
                                     AM_COMPONENT_VALUE),
      .derivatives = am_values_new(s, am_check_flow_hessian(s), na * na),
      .along = {{.kind = AM_INPUT_FORCE, .row_stride = na, .stride = 1,
                 .components = am_components_of_state(
                     s->arena, law, "A_", na, AM_COMPONENT_MOTION)}},
      .along_count = 1};
  return am_check_derivatives(s, &d);
}

static am_status check_hessian(am_subject *s) {
  AM_TRY(check_stress(s));
  if (!s->law->na) return AM_OK;
  if (s->law->ns) AM_TRY(check_metric(s));
  return am_law_has_potential(s->law) ? check_flow(s) : AM_OK;
}

const am_check am_check_hessian = {
    .name = "hessian",
    .about = "second derivatives of the potentials match difference quotients",
    .run = check_hessian};
