/* nominal.c: nominal stress of a law under logarithmic strain: compares dP/dF
 * with differences, with a frozen substep, and tests its major symmetry if the
 * law has one; a superposed rotation only rotates the stress. */
#include "check/parts.h"

/* Tolerance relative to the largest entry; differences must be accurate to a
 * fifth of the tolerance, otherwise another step is drawn. */
static const double tolerance = 1e-8;

/* Asymmetry below which a tangent counts as symmetric. */
static const double negligible = 1e-10;

enum { QUICK_STEPS = 4, DRAWS = 8 };

/* Steps of one kind. */
typedef struct {
  am_subject *subject;
  const am_solver *solver;
  am_test_point deformed;
  am_test_point small, exact; /* the law at small strain, by the engine and by
                                 the interpreter */
  double F[9], worst_F[9];    /* at the end of the step; of the worst entry */
  double longest;             /* largest step of the differences */
  am_differences differences; /* of P [9] by F [9] */
  am_point_status status;     /* of the last failed step */
  int good;                   /* number of compared steps */
  am_worst worst, mirror;
} nominal;

/* ---- differences --------------------------------------------------------- */

static bool stress_along(void *data, int column, double h, double *P) {
  nominal *n = data;
  double F[9], strain[6], stress[6];
  am_arena_poll(n->subject->arena);
  memcpy(F, n->F, sizeof F);
  F[column] += h;
  am_logarithmic_strain(F, strain);
  if (!isfinite(strain[0]) ||
      am_frozen_follow(n->exact.program, n->exact.step, AM_PASS_STATE, strain,
                       stress, n->exact.step->state) != AM_POINT_GOOD)
    return false;
  am_nominal_stress(F, stress, P);
  return true;
}

/* ---- comparison ---------------------------------------------------------- */

static const char *name_entry(const nominal *n, int i) {
  return am_format(n->subject->arena, "dP[%s]/dF[%s]",
                   am_gradient_names[i / 9], am_gradient_names[i % 9]);
}

/* Compares dP/dF; false if the differences are not accurate enough. */
static bool compare_slopes(nominal *n) {
  const double *found = n->deformed.step->tangent;
  const double *slopes = n->differences.slope;
  double bound = tolerance * am_largest(slopes, 81);
  if (!am_differences_accurate(&n->differences, 0, 9, &bound)) return false;
  for (int i = 0; i < 81; i++)
    if (am_worst_take(&n->worst, found[i], slopes[i], bound, NULL)) {
      n->worst.finding.entry = name_entry(n, i);
      memcpy(n->worst_F, n->F, sizeof n->F);
    }
  return true;
}

/* dP/dF must be symmetric if the tangent of the law is. */
static void compare_mirror(nominal *n) {
  const double *K = n->deformed.step->tangent, *m = n->small.step->tangent;
  double bound = tolerance * am_largest(K, 81), asymmetry = 0;
  for (int i = 0; i < 36; i++)
    asymmetry = fmax(asymmetry, fabs(m[i] - m[i % 6 * 6 + i / 6]));
  if (!(asymmetry <= negligible * am_largest(m, 36))) return;
  for (int i = 0; i < 81; i++)
    if (am_worst_take(&n->mirror, K[i], K[i % 9 * 9 + i / 9], bound, NULL))
      n->mirror.finding.entry = name_entry(n, i);
}

/* Step to n->F from the start of the loading. */
static bool compare_step(nominal *n, const am_loading *loading) {
  double P[9];
  am_finite_strain_put(&n->deformed, loading, n->F);
  bool good = am_finite_strain_advance(&n->deformed, P);
  n->status = n->deformed.step->status;
  if (!good) return false;
  good = am_test_point_advance(&n->small, loading);
  am_loading_put(loading, n->exact.step);
  am_frozen_record(n->exact.program, n->exact.step);
  n->status = n->exact.step->status;
  if (!good || n->status != AM_POINT_GOOD ||
      !am_differences_extrapolate(&n->differences, n->longest) ||
      !compare_slopes(n))
    return false;
  compare_mirror(n);
  n->good++;
  return true;
}

/* ---- steps --------------------------------------------------------------- */

/* Compiles the law for a scheme; `mirror` is the name of the symmetry
 * comparison. */
static am_status begin(nominal *n, const am_scheme *scheme, const char *what,
                       const char *mirror) {
  am_subject *s = n->subject;
  n->solver = am_coarse_solver(s, scheme, true);
  n->differences =
      am_differences_new(s->arena, (am_line){9, 9, stress_along, n});
  n->worst = am_worst_new(s, "nominal", what, NULL);
  n->mirror = am_worst_new(s, "nominal", mirror, NULL);
  AM_TRY(am_finite_strain_new(s, n->solver, &n->deformed));
  return am_test_point_both(s, n->solver, &n->small, &n->exact);
}

static void end(nominal *n) {
  const char *why = n->status == AM_POINT_GOOD
                        ? "no loading step has accurate difference quotients"
                        : am_point_status_text[n->status];
  n->worst.finding.note =
      n->good ? am_format(n->subject->arena, "%d steps", n->good) : why;
  n->mirror.finding.note =
      n->good ? "not required: the tangent of the law is not symmetric" : why;
  if (n->mirror.ratio >= 0) n->mirror.finding.note = NULL;
  am_worst_add(&n->worst);
  am_worst_add(&n->mirror);
}

/* Jumps from the initial state to principal stretches of 0.3 to 3, of which two
 * or all are equal or almost equal in some samples. */
static bool compare_jump(nominal *n, int sample, int draw) {
  am_random random = am_random_new(n->subject->seed, 0xdef0,
                                   (uint32_t)sample, (uint32_t)draw);
  double l[3];
  am_loading loading = am_loading_initial(n->subject->arena, n->subject->law);
  for (int a = 0; a < 3; a++) l[a] = 0.3 * am_random_power(&random, 0, 1);
  if (sample % 4 == 1 || sample % 4 == 2) l[1] = l[0];
  if (sample % 4 == 2) l[2] = l[0];
  if (sample % 4 == 3) l[1] = l[0] * (1 + 1e-9);
  am_finite_strain_draw(&random, l, n->F);
  am_logarithmic_strain(n->F, loading.to);
  n->longest = 0.02 * fmin(l[0], fmin(l[1], l[2]));
  return compare_step(n, &loading);
}

static am_status check_jumps(am_subject *s) {
  nominal n = {.subject = s};
  int count = s->level == AM_LEVEL_QUICK ? QUICK_STEPS : s->samples;
  AM_TRY(begin(&n, am_scheme_find("implicit-euler"), "stretches of 0.3 to 3",
               "symmetry, stretches of 0.3 to 3"));
  for (int i = 0; i < count; i++)
    for (int k = 0; k < DRAWS && !am_check_stopped(s); k++)
      if (compare_jump(&n, i, k)) break;
  if (n.worst.ratio > 1)
    n.worst.finding.replay = am_replay_gradient(
        s, n.solver, n.worst_F, "nominal, stretches of 0.3 to 3");
  end(&n);
  return AM_OK;
}

/* Step in flow, with a rotated final F. */
static bool compare_flow(void *data, const am_loading *loading) {
  nominal *n = data;
  double R[9], F[9];
  am_random random = am_random_new(n->subject->seed, 0xdef1, 0, 0);
  am_finite_strain_rotation(&random, R);
  am_finite_strain_stretch(loading->to, F);
  am_tensor_product(R, F, n->F);
  n->longest = 1e-2 * am_loadings_strain(n->subject);
  return compare_step(n, loading);
}

static am_status check_flow(am_subject *s, const am_scheme *scheme) {
  nominal n = {.subject = s};
  int count = s->level == AM_LEVEL_QUICK ? QUICK_STEPS : s->samples;
  const char *name = scheme->name;
  AM_TRY(begin(&n, scheme, am_format(s->arena, "flow, %s", name),
               am_format(s->arena, "symmetry of flow, %s", name)));
  AM_TRY(am_loadings_visit(s, count, compare_flow, &n));
  end(&n);
  return AM_OK;
}

am_status am_check_run_nominal(am_subject *subject) {
  AM_TRY(check_jumps(subject));
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    if (subject->level != AM_LEVEL_QUICK || am_scheme_is_usual(*s))
      AM_TRY(check_flow(subject, *s));
  return AM_OK;
}

/* ---- objectivity --------------------------------------------------------- */

/* Tolerance relative to the largest entry of the same quantity; for variables,
 * also to their scale; for stresses, also to the stress of a strain of 1e-3,
 * because rounding errors of a stiff volumetric part may exceed a soft shear
 * response. */
static const double of_rotation = 1e-10;

typedef struct {
  am_subject *subject;
  am_test_point deformed;
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
  double bound = of_rotation * fmax(q.scale, am_largest(q.plain, q.count));
  for (int i = 0; i < q.count; i++)
    if (am_worst_take(&o->worst, q.turned[i], q.plain[i], bound, NULL))
      o->worst.finding.entry = q.name;
}

static void compare_states(objectivity *o) {
  const am_law *law = o->subject->law;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    compare(o, (quantity){v->name, o->deformed.step->state + v->offset,
                          o->state + v->offset, v->size,
                          o->subject->sampler->state_scale[v->offset]});
  }
}

/* Integrates the loading with deformation gradients rotated by Q0 and Q at its
 * start and end. */
static bool advance_turned(objectivity *o, const am_loading *loading,
                           const double *Q, const double *Q0, double *P) {
  am_step *step = o->deformed.step;
  double F[9], moved[9];
  am_finite_strain_stretch(loading->to, F);
  am_tensor_product(Q, F, moved);
  am_finite_strain_put(&o->deformed, loading, moved);
  memcpy(F, step->gradient0, sizeof F);
  am_tensor_product(Q0, F, step->gradient0);
  return am_finite_strain_advance(&o->deformed, P);
}

static bool compare_turned(void *data, const am_loading *loading) {
  static const double none[9] = {1, 1, 1};
  objectivity *o = data;
  am_step *step = o->deformed.step;
  am_random random = am_random_new(o->subject->seed, 0x0b1ec,
                                   (uint32_t)o->steps, 0);
  double Q[9], Q0[9], P[9], there[9], turned[9], stress[6];
  am_finite_strain_rotation(&random, Q);
  am_finite_strain_rotation(&random, Q0);
  if (!advance_turned(o, loading, none, none, P)) return false;
  memcpy(stress, step->stress, sizeof stress);
  memcpy(o->state, step->state,
         (size_t)o->subject->law->nx * sizeof *o->state);
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
  const am_scheme *scheme = am_scheme_find("implicit-euler");
  AM_TRY(am_finite_strain_new(subject, am_coarse_solver(subject, scheme, true),
                              &o.deformed));
  o.state = AM_ARRAY(subject->arena, double, subject->law->nx + 1);
  o.worst = am_worst_new(subject, "objectivity", "P(Q F) = Q P(F)", NULL);
  AM_TRY(am_loadings_visit(subject, subject->samples, compare_turned, &o));
  if (o.steps)
    o.worst.finding.note =
        am_format(subject->arena, "%d loading steps with flow", o.steps);
  am_worst_add(&o.worst);
  if (!am_law_is_isotropic(subject->arena, subject->law))
    am_finding_skip(subject, "objectivity", "axes",
                    "the law has preferred axes, fixed in the undeformed body");
  return AM_OK;
}
