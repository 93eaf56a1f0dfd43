/* hessian.c: second derivatives of the potentials. */
#include "check/derivatives.h"

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
