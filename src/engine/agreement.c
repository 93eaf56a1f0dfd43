#include "engine/agreement.h"

#include <math.h>

#include "engine/engine.h"
#include "engine/fields.h"

/* A block of eight lanes and a point that stands alone.  Few substeps: many of
 * an explicit scheme at the limit of its stability amplify rounding. */
enum { POINTS = 9, MOST_SUBSTEPS = 5 };

/* From the initial state to strains of 1e-6 to 1e-3, in a time of 0.01. */
static am_fields fields_of(am_arena *arena, const am_law *law,
                           const am_solver *solver, bool mixed) {
  int components[AM_FIELD_COUNT];
  am_field_components(law, solver->tangent ? 6 : 0, components);
  am_fields f = am_fields_new(arena, components,
                              AM_FIELDS_ALL & ~AM_FIELD_BIT(parameters),
                              POINTS);
  double *target = am_field_get(&f, AM_FIELD_target);
  double *state = am_field_get(&f, AM_FIELD_state0);
  for (int p = 0; p < POINTS; p++) {
    for (int i = 0; i < 6; i++)
      target[i * POINTS + p] = pow(10, -6 + 0.375 * p) * cos(p + 5 * i);
    for (int i = 0; i < law->na; i++)
      state[i * POINTS + p] = law->initial[i];
    if (mixed) target[POINTS + p] = 0;
  }
  f.duration = 0.01;
  f.stress_controlled[1] = mixed;
  f.parameters = law->parameters;
  return f;
}

static bool is_endless(const am_fields *f, int point) {
  return f->status[point] == AM_POINT_SUBSTEPS;
}

/* Single precision may decide otherwise on a substep, whose error rtol
 * bounds; then one of the two may meet the limit of the substeps. */
static double tolerance_of(const am_agreement *t) {
  return t->options->single ? fmax(1e-4, 10 * t->tolerances->rtol) : 1e-9;
}

static bool statuses_agree(const am_agreement *t, const am_fields *a,
                           const am_fields *b, int point) {
  return a->status[point] == b->status[point] ||
         (t->options->single &&
          (is_endless(a, point) || is_endless(b, point)));
}

static double largest_of(const double *x, int point) {
  double largest = 0;
  for (int i = point; i < 6 * POINTS; i += POINTS)
    largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* Six components of a point; NaN agrees with nothing. */
static bool six_agree(const double *a, const double *b, int point,
                      double tolerance, double absolute) {
  double difference = 0;
  for (int i = point; i < 6 * POINTS; i += POINTS)
    if (!(fabs(a[i] - b[i]) <= difference)) difference = fabs(a[i] - b[i]);
  return difference <= tolerance * largest_of(b, point) + absolute;
}

/* Derivatives are sums of terms that may be far larger; stress over parameter
 * is their unit. */
static bool derivatives_agree(const am_agreement *t, const am_fields *a,
                              const am_fields *b, int point) {
  double tolerance = tolerance_of(t), stress = largest_of(b->stress, point);
  for (int p = 0; p < t->law->sensitive_count; p++) {
    double value = fabs(t->law->parameters[t->law->sensitive[p].index]);
    double unit = value > 0 ? stress / value : stress;
    if (!six_agree(a->stress_by + 6 * POINTS * p,
                   b->stress_by + 6 * POINTS * p, point, 1e4 * tolerance,
                   tolerance * unit))
      return false;
  }
  return true;
}

static bool agrees(const am_agreement *t, const am_fields *a,
                   const am_fields *b, int point) {
  if (!statuses_agree(t, a, b, point)) return false;
  if (a->status[point] != AM_POINT_GOOD ||
      b->status[point] != AM_POINT_GOOD)
    return true;
  return six_agree(a->stress, b->stress, point, tolerance_of(t), 0) &&
         derivatives_agree(t, a, b, point);
}

am_status am_agreement_check(am_arena *arena, am_report *report,
                             const am_agreement *t) {
  const am_engine_options one = {.mixed = t->options->mixed,
                                 .threads = 1};
  am_solver bounded = *t->solver;
  am_tolerances own = *t->tolerances;
  am_engine_program *interp;
  own.max_substeps = bounded.max_substeps = MOST_SUBSTEPS;
  AM_TRY(am_engine_interp.compile(arena, report, t->law, &bounded, &one,
                                  &interp));
  am_fields a = fields_of(arena, t->law, t->solver, one.mixed);
  am_fields b = fields_of(arena, t->law, t->solver, one.mixed);
  t->advance(t->data, &a, &own, POINTS);
  am_engine_interp.advance(interp, &b, POINTS);
  for (int p = 0; p < POINTS; p++)
    if (!agrees(t, &a, &b, p))
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the compiled code disagrees with the interpreter on a "
                      "small step (%s, stress.xx about %.9g; not %s, %.9g)",
                      am_point_status_text[(int)a.status[p]], a.stress[p],
                      am_point_status_text[(int)b.status[p]], b.stress[p]);
  return AM_OK;
}
