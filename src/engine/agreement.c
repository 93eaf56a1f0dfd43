#include "engine/agreement.h"

#include <math.h>

#include "engine/engine.h"

/* A block of eight lanes and a point that stands alone.  Few substeps: many of
 * an explicit scheme at the limit of its stability amplify rounding. */
enum { POINTS = 9, MOST_SUBSTEPS = 5 };

static double *rows(am_arena *arena, int count) {
  return AM_ARRAY(arena, double, count * POINTS);
}

/* From the initial state to strains of 1e-6 to 1e-3, in a time of 0.01. */
static am_fields fields_of(am_arena *arena, const am_law *law,
                           const am_solver *solver, bool mixed) {
  double *target = rows(arena, 6), *state = rows(arena, law->nx);
  for (int p = 0; p < POINTS; p++) {
    for (int i = 0; i < 6; i++)
      target[i * POINTS + p] = pow(10, -6 + 0.375 * p) * cos(p + 5 * i);
    for (int i = 0; i < law->na; i++)
      state[i * POINTS + p] = law->initial[i];
    if (mixed) target[POINTS + p] = 0;
  }
  return (am_fields){
      .stride = POINTS, .duration = 0.01,
      .stress_controlled = {[1] = mixed},
      .parameters = law->parameters,
      .strain0 = rows(arena, 6), .state0 = state, .target = target,
      .first = rows(arena, 1), .largest = rows(arena, 1),
      .strain = rows(arena, 6), .state = rows(arena, law->nx),
      .next = rows(arena, 1), .reached = rows(arena, 1),
      .stress = rows(arena, 6),
      .tangent = solver->tangent ? rows(arena, 36) : NULL,
      .derivative = solver->tangent ? rows(arena, 6 * law->nx) : NULL,
      .energy = rows(arena, 1), .status = rows(arena, 1)};
}

/* NaN agrees with nothing. */
static bool agrees(const am_fields *a, const am_fields *b, int point) {
  double largest = 0, difference = 0;
  if (a->status[point] != b->status[point]) return false;
  if (a->status[point] != AM_POINT_GOOD) return true;
  for (int i = point; i < 6 * POINTS; i += POINTS) {
    largest = fmax(largest, fabs(b->stress[i]));
    if (!(fabs(a->stress[i] - b->stress[i]) <= difference))
      difference = fabs(a->stress[i] - b->stress[i]);
  }
  return difference <= 1e-9 * largest;
}

static double *sequence_of(am_arena *arena) {
  enum { PASSES = 7, LANES = 8 };
  return AM_ARRAY(arena, double, PASSES * LANES * MOST_SUBSTEPS);
}

am_status am_agreement_check(am_arena *arena, am_report *report, am_law *law,
                             const am_solver *solver,
                             const am_engine_options *options,
                             const am_tolerances *tolerances,
                             const am_object *object) {
  const am_engine_options one = {.mixed = options->mixed, .threads = 1};
  am_solver bounded = *solver;
  am_tolerances own = *tolerances;
  am_engine_program *interp;
  own.max_substeps = bounded.max_substeps = MOST_SUBSTEPS;
  AM_TRY(am_engine_interp.compile(arena, report, law, &bounded, &one, &interp));
  am_fields a = fields_of(arena, law, solver, options->mixed);
  am_fields b = fields_of(arena, law, solver, options->mixed);
  object->advance(&a, &own, sequence_of(arena), 0, POINTS);
  am_engine_interp.advance(interp, &b, POINTS);
  for (int p = 0; p < POINTS; p++)
    if (!agrees(&a, &b, p))
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the compiled code disagrees with the interpreter on a "
                      "small step (%s, stress.xx about %.9g; not %s, %.9g)",
                      am_point_status_text[(int)a.status[p]], a.stress[p],
                      am_point_status_text[(int)b.status[p]], b.stress[p]);
  return AM_OK;
}
