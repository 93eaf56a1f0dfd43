/* mixed_law_text.h: the text of a material file for a random law, and its name
 * in tables. */
#ifndef AM_TESTS_VERIFICATION_MIXED_LAW_TEXT_H
#define AM_TESTS_VERIFICATION_MIXED_LAW_TEXT_H

#include "tests/verification/mixed_law.h"

static inline void write_parameters(const mixed_law *law, am_buffer *out) {
  am_buffer_add(out, "parameters:\n  G: %.17g\n", law->mu);
  for (int k = 0; k < law->count; k++) {
    const mechanism *m = &law->m[k];
    for (int i = 0; i < m->planes; i++)
      am_buffer_add(out, "  N%d_%d: {xx: %.17g, yy: %.17g, zz: %.17g, "
                         "yz: %.17g, xz: %.17g, xy: %.17g}\n", k, i,
                    m->normal[i][0], m->normal[i][1], m->normal[i][2],
                    m->normal[i][3], m->normal[i][4], m->normal[i][5]);
  }
}

static inline void write_variables(const mixed_law *law, am_buffer *out) {
  am_buffer_add(out, "internal:\n");
  for (int k = 0; k < law->count; k++) {
    const mechanism *m = &law->m[k];
    am_buffer_add(out, "  x%d: %s\n", k,
                  sees_pressure(m) ? "symmetric" : "deviatoric");
    if (m->iso != ISO_NONE) am_buffer_add(out, "  p%d: scalar\n", k);
    if (m->kin == KIN_RECOVERY)
      am_buffer_add(out, "  a%d: {type: deviatoric, count: %d}\n", k,
                    m->backstresses);
  }
  if (law->damage) am_buffer_add(out, "  d: scalar\n");
  if (law->maximum)
    am_buffer_add(out, "  kappa: {type: maximum, of: norm(dev(eps))}\n");
}

static inline void write_hardening(const mechanism *m, int k,
                                   am_buffer *out) {
  if (m->kin == KIN_LINEAR)
    am_buffer_add(out, " + %.17g/2*inner(x%d, x%d)", m->c, k, k);
  if (m->kin == KIN_RECOVERY)
    for (int i = 0; i < m->backstresses; i++)
      am_buffer_add(out, " + %.17g/3*inner(a%d[%d], a%d[%d])", m->C[i], k,
                    i + 1, k, i + 1);
  if (m->iso == ISO_LINEAR) am_buffer_add(out, " + %.17g/2*p%d^2", m->H, k);
  if (m->iso == ISO_VOCE)
    am_buffer_add(out, " + %.17g*(p%d + expm1(-%.17g*p%d)/%.17g)", m->Q, k,
                  m->b, k, m->b);
  if (m->iso == ISO_POWER)
    am_buffer_add(out, " + %.17g*((p%d + %.17g)^(%.17g + 1)/(%.17g + 1) - "
                       "%.17g^%.17g*p%d)", m->H, k, m->p0, m->m, m->m, m->p0,
                  m->m, k);
}

static inline void write_energy(const mixed_law *law, am_buffer *out) {
  if (law->cubic)
    am_buffer_add(out, "definitions: S4 = cubic(%.17g, %.17g, G)\n", law->C11,
                  law->C12);
  am_buffer_add(out, "free_energy: |\n  e = eps");
  for (int k = 0; k < law->count; k++) am_buffer_add(out, " - x%d", k);
  if (law->thermal)
    am_buffer_add(out, " - %.17g*(T - 300)*I", law->alpha);
  if (law->cubic)
    am_buffer_add(out, "\n  w = inner(e, S4 : e)/2\n");
  else
    am_buffer_add(out, "\n  w = %.17g/2*tr(e)^2 + G*inner(e, e)\n",
                  law->lambda);
  am_buffer_add(out, law->damage ? "  (1 - d)*w" : "  w");
  for (int k = 0; k < law->count; k++) write_hardening(&law->m[k], k, out);
  if (law->maximum)
    am_buffer_add(out, " + %.17g*exp(-kappa/%.17g)*inner(dev(eps), dev(eps))",
                  law->parallel, law->kappa0);
  am_buffer_add(out, "\n");
}

/* Tensor and scalar arguments of the criterion of a mechanism. */
static inline void write_force(const mechanism *m, int k, am_buffer *out) {
  am_buffer_add(out, "A_x%d", k);
  for (int i = 0; m->kin == KIN_RECOVERY && i < m->backstresses; i++)
    am_buffer_add(out, " + A_a%d[%d]", k, i + 1);
}

static inline void write_potential(const mixed_law *law, am_buffer *out) {
  if (!has_flow(law)) return;
  am_buffer_add(out, "force_potential: |\n  0");
  for (int k = 0; k < law->count; k++) {
    const mechanism *m = &law->m[k];
    if (is_domain(m)) continue;
    am_buffer_add(out, " + %.17g*", m->drag * m->rate);
    if (m->flow == FLOW_EXPONENTIAL) {
      am_buffer_add(out, "(cosh(mises(A_x%d)/%.17g) - 1)", k, m->drag);
    } else if (m->flow == FLOW_PERZYNA) {
      am_buffer_add(out, "(pos(mises(A_x%d) - %.17g", k, m->k);
      if (law->thermal)
        am_buffer_add(out, "*(1 - %.17g*(T - 300))", law->soft);
      if (m->iso != ISO_NONE) am_buffer_add(out, " + A_p%d", k);
      am_buffer_add(out, ")/%.17g)^(%.17g + 1)/(%.17g + 1)", m->drag, m->n,
                    m->n);
    } else {
      am_buffer_add(out, "(mises(A_x%d)/%.17g)^(%.17g + 1)/(%.17g + 1)", k,
                    m->drag, m->n, m->n);
    }
  }
  am_buffer_add(out, "\n");
}

static inline void write_criterion(const mechanism *m, int k, int plane,
                                   const char *s, am_buffer *out) {
  switch (m->flow) {
    case DOMAIN_CONE:
      am_buffer_add(out, "mises(%s) + %.17g*tr(%s)", s, m->slope, s);
      break;
    case DOMAIN_HOSFORD:
      am_buffer_add(out, "(((eigenvalue(%s, 1) - eigenvalue(%s, 2))^%d + "
                         "(eigenvalue(%s, 2) - eigenvalue(%s, 3))^%d + "
                         "(eigenvalue(%s, 1) - eigenvalue(%s, 3))^%d)/2)"
                         "^(1/%d)", s, s, m->power, s, s, m->power, s, s,
                    m->power, m->power);
      break;
    case DOMAIN_TRESCA:
      am_buffer_add(out, "eigenvalue(%s, 1) - eigenvalue(%s, 3)", s, s);
      break;
    case DOMAIN_SLIP:
      am_buffer_add(out, "abs(inner(%s, N%d_%d))", s, k, plane);
      break;
    case DOMAIN_PLANES:
      am_buffer_add(out, "inner(%s, N%d_%d)", s, k, plane);
      break;
    default:
      am_buffer_add(out, "mises(%s)", s);
  }
}

static inline void write_surface(const mixed_law *law, int k, int plane,
                                 am_arena *arena, am_buffer *out) {
  const mechanism *m = &law->m[k];
  am_buffer force = {.arena = arena};
  write_force(m, k, &force);
  am_buffer_add(out, "  y%d_%d: \"", k, plane);
  write_criterion(m, k, plane, force.text, out);
  am_buffer_add(out, " - %.17g", m->k * (m->planes ? m->level[plane] : 1));
  if (law->thermal) am_buffer_add(out, "*(1 - %.17g*(T - 300))", law->soft);
  if (m->iso != ISO_NONE) am_buffer_add(out, " + A_p%d", k);
  for (int i = 0; m->kin == KIN_RECOVERY && i < m->backstresses; i++)
    am_buffer_add(out, " + 3*%.17g/(4*%.17g)*inner(A_a%d[%d], A_a%d[%d]) - "
                       "%.17g*%.17g/3*inner(a%d[%d], a%d[%d])", m->D[i],
                  m->C[i], k, i + 1, k, i + 1, m->C[i], m->D[i], k, i + 1, k,
                  i + 1);
  am_buffer_add(out, "\"\n");
}

static inline void write_domain(const mixed_law *law, am_arena *arena,
                                am_buffer *out) {
  if (!has_domain(law)) return;
  am_buffer_add(out, "elastic_domain:\n");
  for (int k = 0; k < law->count; k++)
    for (int i = 0; is_domain(&law->m[k]) && i < fmax(law->m[k].planes, 1);
         i++)
      write_surface(law, k, i, arena, out);
}

static inline const char *mixed_law_text(const mixed_law *law,
                                         am_arena *arena) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "material: mixed\nunits: {stress: MPa, time: s}\n");
  if (law->logarithmic) am_buffer_add(&out, "kinematics: logarithmic\n");
  if (law->thermal)
    am_buffer_add(&out, "external: {T: {value: 300, unit: K}}\n");
  write_parameters(law, &out);
  write_variables(law, &out);
  write_energy(law, &out);
  write_potential(law, &out);
  write_domain(law, arena, &out);
  if (law->damage)
    am_buffer_add(&out, "rates:\n  d: %.17g*(mises(stress)/(%.17g*(1 - d)))"
                        "^%.17g\n", law->fast, law->B, law->r);
  return out.text;
}

/* "j2+voce, norton, T": the category of a law. */
static inline const char *mixed_law_name(const mixed_law *law,
                                         am_arena *arena) {
  am_buffer out = {.arena = arena};
  for (int k = 0; k < law->count; k++) {
    const mechanism *m = &law->m[k];
    am_buffer_add(&out, "%s%s%s%s", k ? ", " : "", flow_names[m->flow],
                  iso_names[m->iso], kin_names[m->kin]);
    if (m->planes) am_buffer_add(&out, "(%d)", m->planes);
  }
  if (law->cubic) am_buffer_add(&out, ", cubic");
  if (law->thermal) am_buffer_add(&out, ", T");
  if (law->maximum) am_buffer_add(&out, ", maximum");
  if (law->damage) am_buffer_add(&out, ", damage");
  if (law->logarithmic) am_buffer_add(&out, ", logarithmic");
  return out.text;
}

#endif
