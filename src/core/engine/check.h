/* check.h: can it be done at all?  Asked by every engine. */
#ifndef AM_ENGINE_CHECK_H
#define AM_ENGINE_CHECK_H

#include "engine/engine.h"

/* Has the engine the precision and the derivatives by parameters, does the
 * solver go with the law, and may the tangent be had in the form that is
 * wanted?  AM_INPUT with a message where not. */
AM_MUST_USE am_status am_engine_check(am_report *report,
                                      const am_engine *engine,
                                      const am_law *law,
                                      const am_solver *solver,
                                      const am_engine_options *options);

/* Can the scheme integrate laws of the material? */
bool am_scheme_suits(const am_material *material, const am_scheme *scheme);

/* The settings by which a law is integrated: of a chain of schemes its last
 * one, backward Euler, where there is an elastic domain, or a tangent where
 * components of a deformation gradient and of nominal stress are given. */
am_solver am_engine_solver(const am_law *law, const am_solver *asked,
                           bool mixed);

/* Do points of the program follow recorded substeps? */
bool am_engine_follows(const am_law *law, const am_solver *solver,
                       const am_engine_options *options);

/* Is there an engine of the name that --engine gives (NULL: none is given)?
 * AM_USAGE with a message where not.  automatic: "auto" will do, too. */
AM_MUST_USE am_status am_engine_check_name(am_report *report,
                                           const char *name, bool automatic);

/* Does compiled code compute what the interpreter does? */

/* Advances points 0 … count - 1 with tolerances of its own. */
typedef void am_agreement_advance(void *data, const am_fields *fields,
                                  const am_tolerances *tolerances,
                                  long count);

/* What compiled code is made for, and how it advances points. */
typedef struct {
  am_law *law;
  const am_solver *solver;
  const am_engine_options *options;
  const am_tolerances *tolerances;
  am_agreement_advance *advance;
  void *data;
} am_agreement;

/* A small loading step of a few points: same statuses, stresses to 1e-9 of
 * their largest component; in single precision to 1e-4, or ten times rtol
 * where that is more, and either side may run out of substeps.  AM_ENVIRONMENT
 * with a message otherwise. */
AM_MUST_USE am_status am_agreement_check(am_arena *arena, am_report *report,
                                         const am_agreement *agreement);

#endif
