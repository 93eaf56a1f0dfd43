/* thermodynamics.c: conditions for dissipation: a convex free energy, a convex
 * force potential with its minimum at zero force; and nonnegative dissipation
 * itself. */
#include "check/parts.h"

/* Tolerances: eigenvalue of a Hessian with unit diagonal; A·a' relative to the
 * sum of absolute terms; relative change of Psi. */
#define NEGLIGIBLE_EIGENVALUE 1e-9
#define NEGLIGIBLE_POWER 1e-10
#define NEGLIGIBLE_CHANGE 1e-12

/* ---- convexity ----------------------------------------------------------- */

/* The Hessians must have no negative eigenvalues: of the free energy with
 * respect to strain and internal variables, of the force potential and of the
 * functions that bound an elastic domain with respect to the forces. */
typedef struct {
  am_subject *subject;
  am_values *values;  /* [n][n] */
  int n, strains;     /* number of leading coordinates of eps */
  double *vector;     /* [n] */
  am_worst least;
} hessian;

/* Quantity with the largest part of an eigenvector. */
static const char *main_quantity(const hessian *p) {
  const am_law *law = p->subject->law;
  const char *name = "eps";
  double most = 0;
  for (int i = 0; i < p->strains; i++) most += p->vector[i] * p->vector[i];
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    double part = 0;
    for (int c = p->strains + v->offset; c < p->strains + v->offset + v->size;
         c++)
      part += p->vector[c] * p->vector[c];
    if (!(part > most)) continue;
    most = part;
    name = v->name;
  }
  return am_format(p->subject->arena,
                   "smallest eigenvalue of the scaled Hessian (direction %s%s)",
                   p->strains ? "" : "A_", name);
}

static bool find_eigenvalue(void *data, const am_random_state *sample) {
  hessian *p = data;
  am_subject *s = p->subject;
  const double *h = am_values_at(p->values, sample->inputs);
  am_finding *f = &p->least.finding;
  double least = am_eigen_least(s->arena, h, p->n, p->vector);
  if (!am_worst_take(&p->least, least, 0, NEGLIGIBLE_EIGENVALUE,
                     &sample->start))
    return true;
  f->entry = main_quantity(p);
  f->note = isnan(least) ? "the Hessian is not finite in a random state"
            : least > 0  ? am_format(s->arena, "value %.3g", least)
                         : NULL;
  return true;
}

static am_status check_hessian(am_subject *s, const char *what,
                               const am_node *nodes, int n, int strains) {
  hessian p = {.subject = s, .n = n, .strains = strains,
               .values = am_values_new(s, nodes, n * n),
               .vector = AM_ARRAY(s->arena, double, n),
               .least = am_worst_new(s, "convexity", what, NULL)};
  p.least.finding.at_least = true;
  AM_TRY(am_check_states(s, "convexity", find_eigenvalue, &p));
  am_worst_add_state(&p.least);
  return AM_OK;
}

am_status am_check_run_convexity(am_subject *s) {
  const am_law *law = s->law;
  int na = law->na;
  AM_TRY(check_hessian(s, "omega", am_check_energy_hessian(s), 6 + na, 6));
  for (int k = 0; k < law->nd; k++)
    AM_TRY(check_hessian(
        s, am_format(s->arena, "elastic domain %s", law->surfaces[k].name),
        am_check_force_hessian(s, law->surfaces[k].value), na, 0));
  if (na && !am_law_has_potential(law))
    am_finding_skip(s, "convexity", "Psi", am_check_no_potential);
  if (!na || !law->material->force_potential) return AM_OK;
  return check_hessian(s, "Psi", am_check_flow_hessian(s), na, 0);
}

/* ---- minimum ------------------------------------------------------------- */

/* The force potential must have its minimum at zero force. */
typedef struct {
  am_subject *subject;
  am_values *psi;
  double *inputs;
  am_worst worst;
} minimum;

/* Psi, and a bound of its rounding error, at a multiple of the state's forces
 * or, if v is given, of the forces of variable v only. */
static double psi_at(minimum *m, const am_random_state *sample,
                     const am_variable *v, double factor, double *rounding) {
  const am_law *law = m->subject->law;
  double *force = m->inputs + am_input_offset(law, AM_INPUT_FORCE);
  memcpy(m->inputs, sample->inputs,
         (size_t)am_input_offset(law, AM_INPUT_KINDS) * sizeof *m->inputs);
  for (int i = 0; i < law->na; i++) {
    bool other = v && (i < v->offset || i >= v->offset + v->size);
    force[i] *= other ? 0 : factor;
    if (am_is_multiplier(law, i)) m->inputs[6 + i] = 0;
  }
  am_values_rounding(m->psi, m->inputs, rounding);
  return am_values_at(m->psi, m->inputs)[0];
}

static void compare_psi(minimum *m, const am_random_state *sample,
                        const am_variable *v) {
  am_random random = sample->random;
  double at_rest, rounding, rest = psi_at(m, sample, v, 0, &at_rest);
  const double factors[] = {1, am_random_in(&random, 0, 1),
                            am_random_power(&random, -4, 0)};
  for (int i = 0; i < 3; i++) {
    double psi = psi_at(m, sample, v, factors[i], &rounding);
    double bound = NEGLIGIBLE_CHANGE * (fabs(psi) + fabs(rest)) + at_rest +
                   rounding + DBL_MIN;
    if (v && !isfinite(psi)) continue; /* no admissible forces */
    if (!am_worst_take(&m->worst, psi, rest, bound, &sample->start)) continue;
    m->worst.finding.entry =
        v ? am_format(m->subject->arena, "Psi at %.3g times A_%s, other forces "
                                         "zero",
                      factors[i], v->name)
          : am_format(m->subject->arena, "Psi at %.3g times the forces",
                      factors[i]);
  }
}

/* Tests all forces together and those of each variable, because a wrong minimum
 * in a small force would be masked by large ones. */
static bool compare_forces(void *data, const am_random_state *sample) {
  minimum *m = data;
  const am_law *law = m->subject->law;
  compare_psi(m, sample, NULL);
  for (int i = 0; law->count > 1 && i < law->count; i++)
    compare_psi(m, sample, &law->variables[i]);
  return true;
}

am_status am_check_run_minimum(am_subject *s) {
  minimum m = {.subject = s,
               .worst = am_worst_new(s, "minimum", "Psi(0)", NULL)};
  m.worst.finding.at_least = true;
  m.psi = am_values_new(s, &s->law->dissipation_potential, 1);
  m.inputs = AM_ARRAY(s->arena, double,
                      am_input_offset(s->law, AM_INPUT_KINDS));
  AM_TRY(am_check_states(s, "minimum", compare_forces, &m));
  am_worst_add_state(&m.worst);
  return AM_OK;
}

/* ---- dissipation --------------------------------------------------------- */

/* A·a' must not be negative. */
typedef struct {
  am_subject *subject;
  am_values *rates;
  am_worst least;
} dissipation;

/* A·a' relative to the sum of absolute terms. */
static bool find_power(void *data, const am_random_state *sample) {
  dissipation *d = data;
  const am_law *law = d->subject->law;
  const double *a = sample->inputs + am_input_offset(law, AM_INPUT_FORCE);
  const double *f = am_values_at(d->rates, sample->inputs);
  double power = 0, size = 0;
  for (int i = 0; i < law->na; i++) {
    power += a[i] * f[i];
    size += fabs(a[i] * f[i]);
  }
  bool finite = isfinite(power);
  if (!am_worst_take(&d->least, !finite ? NAN : size == 0 ? 0 : power / size, 0,
                     NEGLIGIBLE_POWER, &sample->start))
    return true;
  am_finding *found = &d->least.finding;
  found->entry =
      finite ? am_format(d->subject->arena, "A:da/dt = %.6g, relative to the "
                                            "sum of its absolute terms", power)
             : NULL;
  found->note = finite ? NULL : "A:da/dt is not finite in a random state";
  return true;
}

am_status am_check_run_dissipation(am_subject *s) {
  dissipation d = {.subject = s,
                   .rates = am_values_new(s, s->law->rate, s->law->na),
                   .least = am_worst_new(s, "dissipation", "A:da/dt", NULL)};
  d.least.finding.at_least = true;
  AM_TRY(am_check_states(s, "dissipation", find_power, &d));
  am_worst_add_state(&d.least);
  return AM_OK;
}
