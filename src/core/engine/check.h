/* check.h: checks engine, solver and law before compilation, and compares
 * compiled code with the interpreter after it. */
#ifndef AM_ENGINE_CHECK_H
#define AM_ENGINE_CHECK_H

#include "engine/engine.h"

/* AM_INPUT if the engine lacks the precision or derivatives by parameters, or
 * if the solver does not suit the law and its control. */
AM_MUST_USE am_status am_engine_check(am_report *report,
                                      const am_engine *engine,
                                      const am_law *law,
                                      const am_solver *solver,
                                      const am_engine_options *options);

/* True if the scheme can integrate laws of the material. */
bool am_scheme_suits(const am_material *material, const am_scheme *scheme);

/* Settings for integrating a law. A chain of schemes is replaced by its last
 * scheme, backward Euler, if the law has an elastic domain, or if a tangent is
 * computed with given components of deformation gradient and nominal stress. */
am_solver am_engine_solver(const am_law *law, const am_solver *asked,
                           bool mixed);

/* True if points of the program follow recorded substeps. */
bool am_engine_follows(const am_law *law, const am_solver *solver,
                       const am_engine_options *options);

/* AM_USAGE if no engine has the name given by --engine (NULL: not given).
 * automatic: accepts "auto", too. */
AM_MUST_USE am_status am_engine_check_name(am_report *report,
                                           const char *name, bool automatic);

/* Comparison of compiled code with the interpreter */

/* Advances points 0 … count - 1 with these tolerances. */
typedef void am_agreement_advance(void *data, const am_fields *fields,
                                  const am_tolerances *tolerances,
                                  long count);

/* Compiled program, and a function that advances its points */
typedef struct {
  am_law *law;
  const am_solver *solver;
  const am_engine_options *options;
  const am_tolerances *tolerances;
  am_agreement_advance *advance;
  void *data;
} am_agreement;

/* AM_ENVIRONMENT unless the results agree in a small loading step of a few
 * points: equal statuses, and stresses to 1e-9 of the largest component. In
 * single precision stresses agree to 1e-4, or ten times rtol if larger, and
 * either program may reach the limit of substeps. */
AM_MUST_USE am_status am_agreement_check(am_arena *arena, am_report *report,
                                         const am_agreement *agreement);

#endif
