/* rate.c: compares derivatives of the rates used by schemes with
 * differences. */
#include "check/derivatives.h"

/* Rows: rates of the internal variables and of the energies. */
static am_derivatives rate_derivatives(am_subject *s, const char *what,
                                       am_function function) {
  am_law *law = s->law;
  am_derivatives d = {
      .check = "rate", .what = what,
      .values = am_values_new(s, law->rate, law->nx),
      .rows = am_components_of_state(s->arena, law, "rate_", law->na,
                                     AM_COMPONENT_VALUE),
      .derivatives = am_values_of(s, function),
      .along_count = 1};
  if (!law->energies) return d;
  am_components_add(s->arena, &d.rows, "dissipation", law->na);
  if (law->nf) am_components_add(s->arena, &d.rows, "exchange", law->na + 1);
  am_components_add(s->arena, &d.rows, "work", law->nx - 1);
  return d;
}

/* Derivatives df/dy, and df/deps for the function gradient. */
static am_status check_partials(am_subject *s) {
  am_law *law = s->law;
  const am_directions by_state = {
      .kind = AM_INPUT_STATE, .offset = law->nx, .row_stride = law->ns,
      .stride = 1,
      .components = am_components_of_state(s->arena, law, "", law->ns,
                                           AM_COMPONENT_MOTION)};
  const am_directions by_strain = {
      .kind = AM_INPUT_STRAIN, .offset = law->nx * (1 + law->ns),
      .row_stride = am_law_inputs(law), .stride = 1,
      .components =
          am_components_of_tensor(s->arena, "eps", AM_COMPONENT_MOTION)};
  am_directions by_external = by_strain;
  by_external.kind = AM_INPUT_EXTERNAL;
  by_external.offset += 6;
  by_external.components = am_components_of_external(s->arena, law);
  if (law->ns) {
    am_derivatives jacobian =
        rate_derivatives(s, "jacobian", AM_FUNCTION_JACOBIAN);
    jacobian.along[0] = by_state;
    AM_TRY(am_check_derivatives(s, &jacobian));
  }
  am_derivatives gradient =
      rate_derivatives(s, "gradient", AM_FUNCTION_GRADIENT);
  gradient.along_count = 3;
  gradient.along[0] = by_state;
  gradient.along[1] = by_strain;
  gradient.along[2] = by_external;
  return am_check_derivatives(s, &gradient);
}

/* df/dy u_y + df/deps u_eps, from the function gradient. */
static am_node *directional_derivative(am_subject *s) {
  am_law *law = s->law;
  int nx = law->nx, ns = law->ns, n = am_law_inputs(law), count;
  const am_node *g = am_check_function(s, AM_FUNCTION_GRADIENT, &count);
  const am_node *u = am_check_inputs(s, AM_INPUT_ALONG, 0, ns + n);
  am_node *sums = AM_ARRAY(s->arena, am_node, nx);
  for (int i = 0; i < nx; i++) {
    sums[i] = am_const(law->graph, 0);
    for (int j = 0; j < ns + n; j++) {
      am_node slope = j < ns ? g[nx + i * ns + j]
                             : g[nx * (1 + ns) + i * n + j - ns];
      sums[i] = am_add(law->graph, sums[i], am_mul(law->graph, slope, u[j]));
    }
  }
  return sums;
}

static am_status check_rate(am_subject *subject) {
  if (!subject->law->na) {
    am_finding_skip(subject, "rate", "rates",
                    "the law has no internal variables");
    return AM_OK;
  }
  AM_TRY(check_partials(subject));
  /* First and second derivatives along the directions. */
  int nx = subject->law->nx;
  am_directions six = {.kind = AM_INPUT_DIRECTION,
                       .coordinates = subject->law->ns,
                       .offset = nx, .row_stride = 1, .stride = nx};
  am_derivatives directed =
      rate_derivatives(subject, "directed", AM_FUNCTION_DIRECTED);
  directed.along[0] = six;
  AM_TRY(am_check_derivatives(subject, &directed));
  am_derivatives curvature =
      rate_derivatives(subject, "curvature", AM_FUNCTION_CURVATURE);
  curvature.values =
      am_values_new(subject, directional_derivative(subject), nx);
  curvature.along[0] = six;
  curvature.along[0].offset = 0;
  return am_check_derivatives(subject, &curvature);
}

const am_check am_check_rate = {
    .name = "rate",
    .about = "derivatives of the rates match difference quotients",
    .run = check_rate};
