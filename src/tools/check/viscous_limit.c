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
  am_law *law;
  am_engine_program *program;
  am_step *step;
} integrated;

typedef struct {
  am_subject *subject;
  integrated exact, viscous[DECADES];
  double *state; /* [nx] of the viscous law */
  double strain; /* strain at yield, approximate */
  am_worst worst;
} limit;

static am_status prepare(limit *l, integrated *found) {
  found->step = am_subject_point(l->subject, found->law);
  return am_check_integrator(l->subject, found->law, &found->program);
}

/* Viscosity of surface k for a relaxation time of 1, which is eta/(N:M:N):
 * N = df/dA changes f from f(0) to 0 within the yield strain e, hence
 * N ~ |f(0)|/(S e), and M ~ S.  Surfaces may have different units.  If f(0) =
 * 0, f is assumed to be a stress. */
static double unit_viscosity(const limit *l, int k) {
  const am_law *law = l->subject->law;
  double normal = law->surfaces[k].at_rest / (law->stress_scale * l->strain);
  return law->stress_scale * (normal != 0 ? normal * normal : 1);
}

/* Viscous law of decade i, or NULL. */
static integrated *viscous(limit *l, int i) {
  am_subject *s = l->subject;
  integrated *v = &l->viscous[i];
  if (v->law) return v;
  am_material *material = AM_NEW(s->arena, am_material);
  double *viscosity = AM_ARRAY(s->arena, double, s->law->nd);
  am_report *own = am_report_new(s->arena); /* warnings were reported before */
  *material = *s->material;
  for (int k = 0; k < s->law->nd; k++)
    viscosity[k] = unit_viscosity(l, k) * pow(10, -i);
  material->viscosity = viscosity;
  am_status status =
      am_law_new(s->arena, own, material, NULL, &v->law);
  return status == AM_OK && prepare(l, v) == AM_OK ? v : NULL;
}

/* Stress at the end of a loading step that starts in a state of the subject's
 * law. */
static bool stress_of(limit *l, integrated *by, const am_loading *loading,
                      double *stress) {
  const am_law *to = by->law;
  am_loading own = *loading;
  own.state = l->state;
  memset(l->state, 0, (size_t)to->nx * sizeof *l->state);
  am_state_reorder(l->subject->law, to, loading->state, l->state);
  am_loading_put(&own, by->step);
  am_engine_step(by->program, by->step);
  memcpy(stress, by->step->stress, sizeof by->step->stress);
  return by->step->status == AM_POINT_GOOD;
}

/* Order in eta over two decades. */
static bool measure_order(void *data, const am_loading *loading) {
  limit *l = data;
  double exact[6], stress[6], error[DECADES];
  if (!stress_of(l, &l->exact, loading, exact)) return false;
  int first = DECADES;
  for (int i = 0; i < DECADES && i <= first + 2; i++) {
    integrated *v = viscous(l, i);
    if (!v) return false;
    if (!stress_of(l, v, loading, stress)) return false;
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
  am_loadings *loadings = am_loadings_new(s, s->law);
  if (!loadings) return AM_INPUT;
  l.state = AM_ARRAY(s->arena, double, s->law->nx + 1);
  l.strain = am_loadings_strain(loadings);
  l.exact.law = s->law;
  AM_TRY(prepare(&l, &l.exact));
  l.worst = am_worst_new(s, "limit", "viscosity", NULL);
  l.worst.finding.entry = "order of convergence of viscous laws";
  am_loadings_visit_flowing(loadings, STEPS, measure_order, &l);
  am_worst_add(&l.worst);
  return AM_OK;
}
