/* objectivity.c: a superposed rotation only rotates the nominal stress. */
#include "check/parts.h"
#include "law/parts.h"

/* Tolerance relative to the largest entry of the same quantity; for variables,
 * also to their scale; for stresses, also to the stress of a strain of 1e-3,
 * because rounding errors of a stiff volumetric part may exceed a soft shear
 * response. */
static const double tolerance = 1e-10;

typedef struct {
  am_subject *subject;
  am_finite_strain *deformed;
  am_sampler *sampler;
  double *state; /* [nx] without the rotation */
  int steps;
  am_worst worst;
} objectivity;

/* Quantity with and without the rotation. */
typedef struct {
  const char *name;
  const double *turned, *plain; /* [count] */
  int count;
  double scale; /* lower bound of the scale */
} quantity;

static void compare(objectivity *o, quantity q) {
  double bound = tolerance * fmax(q.scale, am_largest(q.plain, q.count));
  for (int i = 0; i < q.count; i++)
    if (am_worst_take(&o->worst, q.turned[i], q.plain[i], bound, NULL))
      o->worst.finding.entry = q.name;
}

static void compare_states(objectivity *o) {
  const am_law *law = o->subject->law;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    compare(o, (quantity){v->name, o->deformed->step->state + v->offset,
                          o->state + v->offset, v->size,
                          am_sampler_state_scale(o->sampler, v->offset)});
  }
}

/* Integrates the loading with deformation gradients rotated by Q0 and Q at its
 * start and end. */
static bool advance_turned(objectivity *o, const am_loading *loading,
                           const double *Q, const double *Q0, double *P) {
  am_step *step = o->deformed->step;
  double F[9], moved[9];
  am_finite_strain_stretch(loading->to, F);
  am_tensor_product(Q, F, moved);
  am_finite_strain_put(o->deformed, loading, moved);
  memcpy(F, step->gradient0, sizeof F);
  am_tensor_product(Q0, F, step->gradient0);
  return am_finite_strain_advance(o->deformed, P);
}

static bool compare_turned(void *data, const am_loading *loading) {
  static const double none[9] = {1, 1, 1};
  objectivity *o = data;
  am_step *step = o->deformed->step;
  am_random random = am_random_new(o->subject->seed, 0x0b1ec,
                                   (uint32_t)o->steps, 0);
  double Q[9], Q0[9], P[9], there[9], turned[9], stress[6];
  am_finite_strain_rotation(&random, Q);
  am_finite_strain_rotation(&random, Q0);
  if (!advance_turned(o, loading, none, none, P)) return false;
  memcpy(stress, step->stress, sizeof stress);
  memcpy(o->state, step->state,
         (size_t)o->deformed->law->nx * sizeof *o->state);
  if (!advance_turned(o, loading, Q, Q0, there)) return false;
  am_tensor_product(Q, P, turned);
  double scale = 1e-3 * am_largest(step->tangent, 81);
  compare(o, (quantity){"P", there, turned, 9, scale});
  compare(o, (quantity){"stress", step->stress, stress, 6, scale});
  compare_states(o);
  o->steps++;
  return true;
}

am_status am_check_run_objectivity(am_subject *subject) {
  objectivity o = {.subject = subject};
  am_loadings *loadings;
  o.deformed = am_finite_strain_new(
      subject, am_finite_strain_solver(subject, "implicit-euler", true));
  if (!o.deformed) return AM_INPUT;
  AM_TRY(am_check_sampler(subject, &o.sampler));
  loadings = am_loadings_new(subject, subject->law);
  if (!loadings) return AM_INPUT;
  o.state = AM_ARRAY(subject->arena, double, o.deformed->law->nx + 1);
  o.worst = am_worst_new(subject, "objectivity", "P(Q F) = Q P(F)", NULL);
  am_loadings_visit(loadings, subject->samples, compare_turned, &o);
  if (o.steps)
    o.worst.finding.note =
        am_format(subject->arena, "%d loading steps with flow", o.steps);
  am_worst_add(&o.worst);
  if (!am_law_is_isotropic(subject->arena, subject->law))
    am_finding_skip(subject, "objectivity", "axes",
                    "the law has preferred axes, fixed in the undeformed body");
  return AM_OK;
}
