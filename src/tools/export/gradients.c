/* gradients.c: libraries with deformation gradients: tests of their tangents by
 * differences, and of rotations; expected results from the stress and tangent
 * of the interpreter. */
#include "export/parts.h"

enum { DRAWS = 8 };

/* Tolerance relative to the largest entry of a tangent, limited by the Newton
 * tolerance of the law.  Differences must be accurate to a fifth of the
 * tolerance, otherwise another step is drawn. */
static const double OF_SLOPES = 1e-7;

/* Tolerance relative to the stress, for rounding in rotations and solutions. */
static const double OF_ROTATIONS = 1e-10;

/* ---- jumps --------------------------------------------------------------- */

/* Logarithms of stretches of 0.3 to 3 with random axes; two stretches may
 * coincide, but not three, since this is a kink of many laws. */
static void draw_strain(am_random *random, int sample, double *strain) {
  double l[3], F[9];
  for (int a = 0; a < 3; a++) l[a] = 0.3 * am_random_power(random, 0, 1);
  if (sample % 3 == 1) l[1] = l[0];
  if (sample % 3 == 2) l[1] = l[0] * (1 + 1e-9);
  am_finite_strain_draw(random, l, F);
  am_logarithmic_strain(F, strain);
}

/* Perturbation of the strain with the rounding error of a gradient, and largest
 * permitted effect on the stress and its tangent; larger effects indicate a
 * kink or an ill-conditioned step. */
static const double ROUNDED = 1e-14, MOVED = 1e-10;

/* Largest stress relative to the stiffness of a realistic solid. */
static const double FARTHEST = 100;

static bool is_moved(const double *now, const double *before, int count,
                     double scale) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(now[i] - before[i]));
  return !(most <= MOVED * fmax(scale, am_largest(before, count)));
}

static bool is_settled(const am_host_session *s, const am_loading *loading,
                       am_host_answer *answer) {
  am_loading moved = *loading;
  double stress[6], tangent[36];
  am_host_expected(s, loading, answer);
  if (!answer->good) return false;
  memcpy(stress, s->exact.step->stress, sizeof stress);
  memcpy(tangent, s->exact.step->tangent, sizeof tangent);
  for (int i = 0; i < 6; i++) moved.to[i] += i % 2 ? ROUNDED : -ROUNDED;
  am_host_expected(s, &moved, answer);
  double stiffest = am_largest(tangent, 36);
  return answer->good && am_largest(stress, 6) <= FARTHEST * stiffest &&
         !is_moved(s->exact.step->stress, stress, 6, 1e-3 * stiffest) &&
         !is_moved(s->exact.step->tangent, tangent, 36, 0);
}

void am_host_jumps_visit(const am_host_session *s, am_loading_visit *visit,
                         void *data) {
  const am_law *law = s->law;
  am_host_answer answer = am_host_answer_new(s->subject->arena, law);
  for (int i = 0; i < s->subject->samples; i++)
    for (int k = 0; k < DRAWS && !am_check_stopped(s->subject); k++) {
      am_random random = am_random_new(s->subject->seed, 0xef1, (uint32_t)i,
                                       (uint32_t)k);
      am_loading loading = am_loading_initial(s->subject->arena, law);
      loading.duration = 1;
      draw_strain(&random, i, loading.to);
      if (is_settled(s, &loading, &answer) && visit(data, &loading)) break;
    }
}

/* ---- one step ------------------------------------------------------------ */

typedef struct {
  const am_host_session *s;
  am_random random;
  am_host_step step, moved; /* current step, and one with another final
                               gradient */
  am_host_answer found, other;
  const am_host_call *way;
  bool jumps; /* permit much larger steps of the differences than flow */
  am_differences differences; /* by the columns of the interface */
  am_worst worst[AM_HOST_WAYS], turned[AM_HOST_WAYS];
} gradients;

/* Stress of an interface at F + h by. */
static bool stress_along(void *data, int column, double h, double *stress) {
  gradients *g = data;
  double by[9]; /* change of F */
  g->moved = g->step;
  g->way->along(&g->step, column, by);
  for (int c = 0; c < 9; c++) g->moved.gradient1[c] += h * by[c];
  if (!(am_gradient_determinant(g->moved.gradient1) > 0)) return false;
  am_host_take(g->s, g->way, &g->moved, &g->other);
  double factor = g->way->factor(&g->step, g->moved.gradient1);
  memset(stress, 0, 9 * sizeof *stress);
  for (int i = 0; i < g->way->rows; i++)
    stress[i] = factor * g->other.stress[i];
  return g->other.good;
}

/* Compares the tangent; false if the differences are not accurate enough. */
static bool compare_slopes(gradients *g, int way) {
  am_differences *d = &g->differences;
  int rows = g->way->rows, count = rows * g->way->columns;
  d->line.columns = g->way->columns;
  double longest =
      g->jumps ? 5e-3 : 1e-2 * am_loadings_strain(g->s->subject);
  if (!am_differences_extrapolate(d, longest)) return false;
  double bound = OF_SLOPES * am_largest(d->slope, count);
  if (!am_differences_accurate(d, 0, rows, &bound)) return false;
  for (int i = 0; i < count; i++)
    if (am_worst_take(&g->worst[way], g->found.tangent[i], d->slope[i],
                      bound, g->step.loading))
      g->worst[way].finding.entry =
          am_format(g->s->subject->arena, "%s, %s, row %d, column %d",
                    g->way->name, g->way->quantities[1],
                    i / g->way->columns + 1, i % g->way->columns + 1);
  return true;
}

/* Q x for a nominal stress, Q x Q' for Cauchy stress. */
static void turn_stress(const double *Q, const double *stress, int rows,
                        double *turned) {
  static const int mirror[9] = {0, 1, 2, 6, 7, 8, 3, 4, 5};
  double x[9], half[9];
  for (int c = 0; c < 9; c++)
    x[c] = stress[rows == 9 || c < 6 ? c : mirror[c]];
  am_tensor_product(Q, x, turned);
  if (rows == 9) return;
  for (int c = 0; c < 9; c++) half[c] = turned[mirror[c]];
  am_tensor_product(Q, half, turned);
}

/* Rotations of both gradients must rotate the stress and leave the state
 * unchanged. */
static void compare_turned(gradients *g, int way) {
  const am_law *law = g->s->law;
  double Q[9], stress[9];
  am_host_answer *found = &g->found, *other = &g->other;
  am_worst *worst = &g->turned[way];
  am_finite_strain_rotation(&g->random, Q);
  am_tensor_product(Q, g->step.gradient1, g->moved.gradient1);
  turn_stress(Q, found->stress, g->way->rows, stress);
  am_finite_strain_rotation(&g->random, Q);
  am_tensor_product(Q, g->step.gradient0, g->moved.gradient0);
  am_host_take(g->s, g->way, &g->moved, other);
  double size = am_host_stress_size(g->way, found, g->step.loading);
  for (int i = 0; i < g->way->rows; i++)
    if (am_worst_take(worst, other->good ? other->stress[i] : NAN, stress[i],
                      OF_ROTATIONS * size, g->step.loading))
      worst->finding.entry = g->way->quantities[0];
  size = am_largest(found->state, law->na);
  for (int i = 0; i < law->na; i++) {
    double scale = fmax(size, g->s->subject->sampler->state_scale[i]);
    if (am_worst_take(worst, other->state[i], found->state[i],
                      OF_ROTATIONS * scale, g->step.loading))
      worst->finding.entry = "state";
  }
}

/* Tests a step in all interfaces that can be differentiated. */
static bool compare_step(void *data, const am_loading *loading) {
  gradients *g = data;
  double R[9], U[9];
  bool sharp = true;
  g->step.loading = loading;
  am_finite_strain_rotation(&g->random, R);
  am_finite_strain_stretch(loading->to, U);
  am_tensor_product(R, U, g->step.gradient1);
  am_finite_strain_stretch(loading->from, g->step.gradient0);
  for (int i = 0; i < g->s->way_count; i++) {
    g->way = &g->s->ways[i];
    g->moved = g->step;
    am_host_take(g->s, g->way, &g->step, &g->found);
    if (!g->found.good) return false;
    compare_turned(g, i);
    sharp = sharp && compare_slopes(g, i);
  }
  return sharp;
}

am_status am_host_check_gradients(const am_host_session *s) {
  am_subject *subject = s->subject;
  am_arena *arena = subject->arena;
  gradients g = {.s = s, .random = am_random_new(subject->seed, 0xef2, 0, 0),
                 .found = am_host_answer_new(arena, s->law),
                 .other = am_host_answer_new(arena, s->law)};
  g.differences = am_differences_new(arena, (am_line){9, 9, stress_along, &g});
  for (int i = 0; i < s->way_count; i++) {
    const am_host_call *way = &s->ways[i];
    g.worst[i] = am_worst_new(
        subject, way->name,
        am_format(arena, "%s by differences", way->quantities[1]), NULL);
    g.turned[i] = am_worst_new(
        subject, way->name,
        am_format(arena, "%s turned", way->quantities[0]), NULL);
    g.worst[i].finding.note = "no loading step has accurate difference "
                              "quotients";
  }
  AM_TRY(am_loadings_visit_flowing(subject, subject->samples, compare_step,
                                   &g));
  g.jumps = true;
  am_host_jumps_visit(s, compare_step, &g);
  for (int i = 0; i < s->way_count; i++) {
    am_worst_add(&g.worst[i]);
    am_worst_add(&g.turned[i]);
  }
  return AM_OK;
}

/* ---- expected results from the interpreter ------------------------------- */

/* ---- changes of F -------------------------------------------------------- */

static void along_component(const am_host_step *step, int column,
                            double *F_by) {
  (void)step;
  memset(F_by, 0, 9 * sizeof *F_by);
  F_by[column] = 1;
}

/* D F, where the rate of deformation D has one engineering component. */
static void along_rate(const am_host_step *step, int column, double *F_by) {
  static const int mirror[6] = {0, 1, 2, 6, 7, 8};
  double D[9] = {0};
  D[column] += 0.5;
  D[mirror[column]] += 0.5;
  am_tensor_product(D, step->gradient1, F_by);
}

static double keep(const am_host_step *step, const double *F) {
  (void)step, (void)F;
  return 1;
}

/* Kirchhoff stress relative to the fixed volume. */
static double swell(const am_host_step *step, const double *F) {
  return am_gradient_determinant(F) /
         am_gradient_determinant(step->gradient1);
}

/* ---- the interpreter ----------------------------------------------------- */

static void expect_nominal(const am_host_session *s, const am_host_step *step,
                           am_host_answer *expected) {
  const double *F = step->gradient1, *stress = s->exact.step->stress;
  am_nominal_stress(F, stress, expected->stress);
  am_nominal_tangent(F, stress, s->exact.step->tangent, expected->tangent);
}

/* Change of the Cauchy stress along F_by. */
static void cauchy_along(const am_host_session *s, const double *F,
                         const double *F_by, double *cauchy_by) {
  double strain_by[6], stress_by[6] = {0};
  am_logarithmic_strain_by(F, F_by, strain_by);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      stress_by[i] += s->exact.step->tangent[6 * i + j] * strain_by[j];
  am_cauchy_stress_by(F, s->exact.step->stress, F_by, stress_by, cauchy_by);
}

typedef void change(const am_host_step *step, int column, double *F_by);

/* Cauchy stress, and its changes along all columns. */
static void fill_cauchy(const am_host_session *s, const am_host_step *step,
                        change *along, int columns, am_host_answer *expected) {
  am_cauchy_stress(step->gradient1, s->exact.step->stress, expected->stress);
  for (int j = 0; j < columns; j++) {
    double F_by[9], by[6];
    along(step, j, F_by);
    cauchy_along(s, step->gradient1, F_by, by);
    for (int i = 0; i < 6; i++) expected->tangent[columns * i + j] = by[i];
  }
}

static void expect_cauchy(const am_host_session *s, const am_host_step *step,
                          am_host_answer *expected) {
  fill_cauchy(s, step, along_component, 9, expected);
}

/* d(J sigma)/J = dsigma + sigma tr D, the Jaumann rate without spin. */
static void expect_umat(const am_host_session *s, const am_host_step *step,
                        am_host_answer *expected) {
  fill_cauchy(s, step, along_rate, 6, expected);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 3; j++)
      expected->tangent[6 * i + j] += expected->stress[i];
}

const am_host_call am_host_large[AM_HOST_LARGE] = {
    {.name = "generic", .measure = 2, .operator = 2,
     .quantities = {"P", "dP/dF", "state", "free energy", "dissipation"},
     .rows = 9, .columns = 9, .shear_stress = 1, .shear_strain = 1,
     .expect = expect_nominal, .along = along_component, .factor = keep},
    {.name = "generic", .quantities = {"cauchy", "dcauchy/dF"},
     .rows = 6, .columns = 9, .shear_stress = 1 / 1.41421356237309504880,
     .shear_strain = 1, .expect = expect_cauchy, .along = along_component,
     .factor = keep},
    {.name = "umat", .umat = true,
     .quantities = {"cauchy", "DDSDDE", "state", "free energy",
                    "dissipation"},
     .rows = 6, .columns = 6, .shear_stress = 1, .shear_strain = 1,
     .expect = expect_umat, .along = along_rate, .factor = swell}};
