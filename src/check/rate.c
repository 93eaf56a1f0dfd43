/* rate.c: derivatives of the rates, as schemes use them, against
 * differences. */
#include "check/checks.h"
#include "check/derivative.h"

/* Rows: the rates of the internal variables, and of the energies. */
static am_derivative of_rates(am_subject *s, const char *what,
                              am_function function) {
  am_law *law = s->law;
  am_derivative d = {
      .check = "rate", .what = what,
      .values = am_values_new(s, law->rate, law->nx),
      .rows = am_axes_of_state(s->arena, law, "rate_", law->na,
                               AM_AXIS_VALUE),
      .derivatives = am_values_of(s, function),
      .block_count = 1};
  if (!law->energies) return d;
  am_axes_push(s->arena, &d.rows, "dissipation", law->na);
  am_axes_push(s->arena, &d.rows, "work", law->na + 1);
  return d;
}

static am_columns_of by_state(am_subject *s) {
  am_law *law = s->law;
  return (am_columns_of){
      .kind = AM_INPUT_STATE, .offset = law->nx, .row_stride = law->ns,
      .column_stride = 1,
      .columns = am_axes_of_state(s->arena, law, "", law->ns,
                                  AM_AXIS_MOTION)};
}

static am_status check_jacobian(am_subject *s) {
  am_derivative d = of_rates(s, "jacobian", AM_FUNCTION_JACOBIAN);
  d.blocks[0] = by_state(s);
  return am_check_derivative(s, &d);
}

static am_status check_gradient(am_subject *s) {
  am_derivative d = of_rates(s, "gradient", AM_FUNCTION_GRADIENT);
  d.block_count = 2;
  d.blocks[0] = by_state(s);
  d.blocks[1] = (am_columns_of){
      .kind = AM_INPUT_STRAIN, .offset = s->law->nx * (1 + s->law->ns),
      .row_stride = 6, .column_stride = 1,
      .columns = am_axes_of_tensor(s->arena, "eps", AM_AXIS_MOTION)};
  return am_check_derivative(s, &d);
}

static am_columns_of by_directions(am_subject *s, int offset) {
  return (am_columns_of){.kind = AM_INPUT_DIRECTION, .offset = offset,
                         .coordinates = s->law->ns, .row_stride = 1,
                         .column_stride = s->law->nx};
}

static am_status check_directed(am_subject *s) {
  am_derivative d = of_rates(s, "directed", AM_FUNCTION_DIRECTED);
  d.blocks[0] = by_directions(s, s->law->nx);
  return am_check_derivative(s, &d);
}

/* df/dy u_y + df/deps u_eps from the gradient. */
static am_node *changes(am_subject *s) {
  am_law *law = s->law;
  int nx = law->nx, ns = law->ns, count;
  const am_node *g = am_check_function(s, AM_FUNCTION_GRADIENT, &count);
  const am_node *u = am_check_inputs(s, AM_INPUT_ALONG, 0, ns + 6);
  am_node *sums = AM_ARRAY(s->arena, am_node, nx);
  for (int i = 0; i < nx; i++) {
    sums[i] = am_const(law->graph, 0);
    for (int j = 0; j < ns + 6; j++) {
      am_node slope = j < ns ? g[nx + i * ns + j]
                             : g[nx * (1 + ns) + i * 6 + j - ns];
      sums[i] = am_add(law->graph, sums[i], am_mul(law->graph, slope, u[j]));
    }
  }
  return sums;
}

static am_status check_curvature(am_subject *s) {
  am_derivative d = of_rates(s, "curvature", AM_FUNCTION_CURVATURE);
  d.values = am_values_new(s, changes(s), s->law->nx);
  d.blocks[0] = by_directions(s, 0);
  return am_check_derivative(s, &d);
}

static am_status run(am_subject *subject) {
  if (!subject->law->na) {
    am_finding_skip(subject, "rate", "rates",
                    "the law has no internal variables");
    return AM_OK;
  }
  if (subject->law->ns) AM_TRY(check_jacobian(subject));
  AM_TRY(check_gradient(subject));
  AM_TRY(check_directed(subject));
  return check_curvature(subject);
}

const am_check am_check_rate = {
    "rate", "derivatives of the rates against differences", run};
