#include "check/nodes.h"

#include "check/functions.h"
#include "diff/diff.h"

/* Strain and state as inputs [6 + na]. */
static am_node *variables(am_subject *s) {
  int na = s->law->na;
  am_node *strain = am_check_inputs(s, AM_INPUT_STRAIN, 0, 6);
  am_node *state = am_check_inputs(s, AM_INPUT_STATE, 0, na);
  am_node *all = AM_ARRAY(s->arena, am_node, 6 + na);
  for (int i = 0; i < 6 + na; i++) all[i] = i < 6 ? strain[i] : state[i - 6];
  return all;
}

am_node *am_check_slopes(am_subject *s) {
  const am_law *law = s->law;
  am_node *slopes = AM_ARRAY(s->arena, am_node, 6 + law->na);
  for (int i = 0; i < 6; i++) slopes[i] = law->stress[i];
  for (int i = 0; i < law->na; i++)
    slopes[6 + i] = am_neg(law->graph, law->force[i]);
  return slopes;
}

am_node *am_check_flow(am_subject *s) {
  int na = s->law->na;
  am_node *flow = AM_ARRAY(s->arena, am_node, na);
  am_reverse(s->law->graph, s->law->dissipation_potential,
             am_check_inputs(s, AM_INPUT_FORCE, 0, na), na, flow);
  return flow;
}

am_node *am_check_energy_hessian(am_subject *s) {
  int n = 6 + s->law->na;
  am_node *hessian = AM_ARRAY(s->arena, am_node, n * n);
  am_jacobian(s->law->graph, am_check_slopes(s), n, variables(s), n,
              hessian);
  return hessian;
}

am_node *am_check_flow_hessian(am_subject *s) {
  int na = s->law->na;
  am_node *hessian = AM_ARRAY(s->arena, am_node, na * na);
  am_jacobian(s->law->graph, am_check_flow(s), na,
              am_check_inputs(s, AM_INPUT_FORCE, 0, na), na, hessian);
  return hessian;
}
