/* viscous_limit.c: an elastic domain is the limit eta -> 0 of viscous laws with
 * force potential (pos f)^2/(2 eta): stresses at the end of a backward Euler
 * step differ by O(eta) (Duvaut and Lions 1972).  The check builds such laws
 * from the same material; their integration does not use multipliers. */
#include "check/parts.h"

/* Relaxation times are about 10^-i for steps of unit duration.  Compares two
 * decades of i, starting where the difference falls below `small`. */
enum { STEPS = 3, DECADES = 24 };
static const double small = 1e-2, slack = 0.1;

typedef struct {
  am_subject *subject;
  am_test_point exact, viscous[DECADES]; /* program NULL: not compiled yet */
  double *state; /* [nx] of the viscous law */
  am_worst worst;
} limit;

/* Viscosity of surface k for a relaxation time of 1, which is eta/(N:M:N):
 * N = df/dA changes f from f(0) to 0 within the yield strain e, hence
 * N ~ |f(0)|/(S e), and M ~ S.  Surfaces may have different units.  If f(0) =
 * 0, f is assumed to be a stress. */
static double unit_viscosity(const limit *l, int k) {
  const am_law *law = l->subject->law;
  double strain = am_loadings_strain(l->subject); /* at yield, approximate */
  double normal = law->surfaces[k].at_rest / (law->stress_scale * strain);
  return law->stress_scale * (normal != 0 ? normal * normal : 1);
}

/* Viscous law of decade i, or NULL. */
static const am_test_point *viscous(limit *l, int i) {
  am_subject *s = l->subject;
  am_test_point *v = &l->viscous[i];
  am_law *law;
  if (v->program) return v;
  am_material *material = AM_NEW(s->arena, am_material);
  double *viscosity = AM_ARRAY(s->arena, double, s->law->nd);
  am_report *own = am_report_new(s->arena); /* warnings were reported before */
  *material = *s->material;
  for (int k = 0; k < s->law->nd; k++)
    viscosity[k] = unit_viscosity(l, k) * pow(10, -i);
  material->viscosity = viscosity;
  if (am_law_new(s->arena, own, material, NULL, &law) != AM_OK) return NULL;
  return am_check_integrator(am_subject_of_law(s, law), v) == AM_OK ? v : NULL;
}

/* Stress at the end of a loading step that starts in a state of the subject's
 * law. */
static bool stress_of(limit *l, const am_test_point *by,
                      const am_loading *loading, double *stress) {
  const am_law *to = by->subject->law;
  am_loading own = *loading;
  own.state = l->state;
  memset(l->state, 0, (size_t)to->nx * sizeof *l->state);
  am_state_reorder(l->subject->law, to, loading->state, l->state);
  bool good = am_test_point_advance(by, &own);
  memcpy(stress, by->step->stress, sizeof by->step->stress);
  return good;
}

/* Order in eta over two decades. */
static bool measure_order(void *data, const am_loading *loading) {
  limit *l = data;
  double exact[6], stress[6], error[DECADES];
  if (!stress_of(l, &l->exact, loading, exact)) return false;
  int first = DECADES;
  for (int i = 0; i < DECADES && i <= first + 2; i++) {
    const am_test_point *v = viscous(l, i);
    if (!v || !stress_of(l, v, loading, stress)) return false;
    error[i] = am_distance(stress, exact, 6) / am_vector_norm(exact, 6);
    if (i < first && error[i] < small) first = i;
  }
  if (first + 2 >= DECADES || !(error[first] > 0)) return false;
  double order = 0.5 * log10(error[first] / error[first + 2]);
  if (am_worst_take(&l->worst, order, 1, slack, loading))
    l->worst.finding.note =
        am_format(l->subject->arena,
                  "difference %.2g for relaxation times of about 1e-%d",
                  error[first + 2], first + 2);
  return true;
}

am_status am_check_run_limit(am_subject *s) {
  limit l = {.subject = s};
  l.state = AM_ARRAY(s->arena, double, s->law->nx + 1);
  AM_TRY(am_check_integrator(s, &l.exact));
  l.worst = am_worst_new(s, "limit", "viscosity", NULL);
  l.worst.finding.entry = "order of convergence of viscous laws";
  AM_TRY(am_loadings_visit_flowing(s, STEPS, measure_order, &l));
  am_worst_add(&l.worst);
  return AM_OK;
}
