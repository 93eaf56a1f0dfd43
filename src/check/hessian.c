/* hessian.c: second derivatives of the potentials against differences of the
 * first ones. */
#include "check/checks.h"
#include "check/derivative.h"
#include "check/nodes.h"

/* The derivatives of the stress, as a function of the law holds them. */
static am_derivative of_stress(am_subject *s, const char *what,
                               am_function function) {
  return (am_derivative){
      .check = "hessian", .what = what,
      .values = am_values_new(s, s->law->stress, 6),
      .rows = am_axes_of_tensor(s->arena, "sigma", AM_AXIS_VALUE),
      .derivatives = am_values_of(s, function),
      .block_count = 1};
}

static am_status check_stiffness(am_subject *s) {
  am_law *law = s->law;
  am_derivative d = of_stress(s, "stiffness", AM_FUNCTION_STIFFNESS);
  d.block_count = 2;
  d.blocks[0] = (am_columns_of){
      .kind = AM_INPUT_STRAIN, .offset = 6, .row_stride = 6,
      .column_stride = 1,
      .columns = am_axes_of_tensor(s->arena, "eps", AM_AXIS_MOTION)};
  d.blocks[1] = (am_columns_of){
      .kind = AM_INPUT_STATE, .offset = 42, .row_stride = law->na,
      .column_stride = 1,
      .columns = am_axes_of_state(s->arena, law, "", law->na,
                                  AM_AXIS_MOTION)};
  return am_check_derivative(s, &d);
}

static am_status check_response(am_subject *s) {
  am_derivative d = of_stress(s, "response", AM_FUNCTION_RESPONSE);
  d.blocks[0] = (am_columns_of){.kind = AM_INPUT_DIRECTION,
                                .coordinates = s->law->na, .offset = 6,
                                .row_stride = 1, .column_stride = 6};
  return am_check_derivative(s, &d);
}

static am_status check_along(am_subject *s) {
  am_derivative d = of_stress(s, "along", AM_FUNCTION_ALONG);
  d.blocks[0] = (am_columns_of){.kind = AM_INPUT_ALONG, .offset = 6,
                                .row_stride = 1};
  return am_check_derivative(s, &d);
}

/* The metric is what the forces lose. */
static am_status check_metric(am_subject *s) {
  am_law *law = s->law;
  int count;
  const am_node *metric = am_check_function(s, AM_FUNCTION_METRIC, &count);
  am_node *loss = AM_ARRAY(s->arena, am_node, count);
  for (int i = 0; i < count; i++) loss[i] = am_neg(law->graph, metric[i]);
  am_derivative d = {
      .check = "hessian", .what = "metric",
      .values = am_values_new(s, law->force, law->ns),
      .rows = am_axes_of_state(s->arena, law, "A_", law->ns, AM_AXIS_VALUE),
      .derivatives = am_values_new(s, loss, count),
      .block_count = 1};
  d.blocks[0] = (am_columns_of){
      .kind = AM_INPUT_STATE, .row_stride = law->ns, .column_stride = 1,
      .columns = am_axes_of_state(s->arena, law, "", law->ns,
                                  AM_AXIS_MOTION)};
  return am_check_derivative(s, &d);
}

static am_status check_flow(am_subject *s) {
  am_law *law = s->law;
  int na = law->na;
  am_derivative d = {
      .check = "hessian", .what = "Psi",
      .values = am_values_new(s, am_check_flow(s), na),
      .rows = am_axes_of_state(s->arena, law, "rate_", na, AM_AXIS_VALUE),
      .derivatives = am_values_new(s, am_check_flow_hessian(s), na * na),
      .block_count = 1};
  d.blocks[0] = (am_columns_of){
      .kind = AM_INPUT_FORCE, .row_stride = na, .column_stride = 1,
      .columns = am_axes_of_state(s->arena, law, "A_", na, AM_AXIS_MOTION)};
  return am_check_derivative(s, &d);
}

static am_status run(am_subject *subject) {
  AM_TRY(check_stiffness(subject));
  AM_TRY(check_response(subject));
  if (!subject->law->na) return AM_OK;
  AM_TRY(check_along(subject));
  if (subject->law->ns) AM_TRY(check_metric(subject));
  return check_flow(subject);
}

const am_check am_check_hessian = {
    "hessian", "second derivatives of the potentials against differences of "
    "the first", run};
