/* parts.h: headers of engine for other modules, in addition to engine.h, and
 * what engines share: checks before and after compilation, hand-written
 * updates, chains of schemes, breaks of external fields, and stresses of
 * deformation gradients.
 *
 *   cache     compiled units on disk, so that a kernel is compiled once
 *   compiler  the processor, and the system's C compiler
 *   fields    the table of fields, kernel/points/fields.def: allocates fields
 *             and loops over them */
#ifndef AM_ENGINE_PARTS_H
#define AM_ENGINE_PARTS_H

#include <sys/stat.h>
#include <unistd.h>

#include "engine/cache.h"
#include "engine/compiler.h"
#include "engine/engine.h"
#include "engine/fields.h"
#include "kernel/dialect.h"
#include "kernel/points/fields.h"
#include "law/law.h"

/* ---- check.c: checks of engine, solver and law before compilation, and of
 * compiled code after it */

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

/* Hand-written updates of installed materials, compiled into the program. The
 * build lists the files materials/NAME.update.h.
 *
 * Such a file defines, in the dialect of kernel/dialect.h,
 *
 *   K_FN void k_update(const real *eps1, const real *a0, real dt,
 *                      const real *par, real *a1, real *sig, real *C,
 *                      mask *ok)
 *
 * one backward Euler step. Symmetric tensors, including deviatoric ones, have
 * Kelvin-Mandel components [6]. a0, a1: internal variables in the order of the
 * file; par: parameters in the order of the file; C: tangent [6][6], or NULL;
 * ok: false in lanes in which the update failed. */

typedef void am_update(const real *eps1, const real *a0, real dt,
                       const real *par, real *a1, real *sig, real *C,
                       mask *ok);

/* Update in FILE, "michel-suquet.update.h"; NULL if it is not compiled in. */
am_update *am_update_find(const char *file);

/* Text of the update of the solver, for generated units; NULL if the strategy
 * is not conventional, or if the update is not compiled in. */
const char *am_update_text(const am_law *law, const am_solver *solver);

/* Programs of a chain of schemes (am_scheme.chain); internal to engines.
 *
 * The program that an engine compiles for a chain is that of its first scheme.
 * This program owns an am_chain, which compiles the other schemes when a point
 * needs them. Each scheme works in place on the points that earlier schemes
 * have left (kernel/points/chain.h). */

/* NULL if the solver's scheme is not a chain. */
am_chain *am_chain_new(am_arena *arena, am_engine_program *first, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options);

/* Runs the other schemes on the points that the first program has left. */
void am_chain_continue(am_chain *chain, const am_fields *fields, long count);

/* Rounds after the first one, for callers that advance points themselves.
 * Before each round is_left tests whether any point is left; `advance` runs the
 * round with a program, with fields->round set. */
typedef struct {
  bool (*is_left)(void *data);
  void (*advance)(void *data, am_engine_program *program, am_round round);
  void *data;
} am_chain_rounds;

void am_chain_run_rounds(am_chain *chain, const am_chain_rounds *turns);

/* Finds breaks, times inside a loading step at which substeps must end because
 * a term of the external fields has an extremum or jump there (field_curves.h).
 *
 * Error control evaluates rates only at the stages of a substep. Between two
 * breaks all terms are monotone to within AM_BREAK_PART of their magnitude, so
 * that stages cannot miss a peak or dip. A change that is complete before the
 * middle of a monotone interval gets its own break, because schemes that
 * evaluate only later times would miss it. */

#define AM_BREAK_PART 1e-3

typedef struct am_breaks am_breaks;

/* NULL if the law has no terms that could need breaks, or if substeps are
 * fixed. */
am_breaks *am_breaks_new(am_arena *arena, const am_law *law,
                         const am_solver *solver);

/* Computes the breaks of a loading step, am_fields.breaks [AM_BREAKS], from the
 * fields at its ends [nf] and the parameters values[i * stride]. If there are
 * more than AM_BREAKS breaks, keeps those of the largest changes. */
void am_breaks_find(am_breaks *breaks, const double *parameters, long stride,
                    const double *from, const double *to, double *times);

/* Advances points 0 … count - 1 by calls of `advance`, one for each group of
 * consecutive points with equal breaks; by a single call if fields->breaks is
 * set. */
typedef void am_breaks_advance(void *data, const am_fields *fields,
                               long count);
void am_breaks_for_points(am_breaks *breaks, const am_fields *fields,
                          long count, am_breaks_advance *advance, void *data);

/* Converts a deformation gradient to logarithmic strain, and the conjugate
 * stress to the stress measures P and Cauchy (kernel/control/logarithmic.h).
 * Components of F and P are in the order xx yy zz yz xz xy zy zx yx. */

/* Logarithmic strain of F [9], in coordinates of base/basis.h [6]; NaN if det F
 * is not positive. */
void am_logarithmic_strain(const double *F, double *strain);

/* Converts the stress T (coordinates [6], per reference volume) to P [9], work
 * conjugate to F, and to the Cauchy stress (tensor components [6]). */
void am_nominal_stress(const double *F, const double *stress, double *P);
void am_cauchy_stress(const double *F, const double *stress, double *cauchy);

/* det F, the ratio of current to reference volume. */
double am_gradient_determinant(const double *F);

/* dP/dF [9][9] from dT/dE [6][6]. */
void am_nominal_tangent(const double *F, const double *stress,
                        const double *tangent, double *result);

/* Directional derivatives for changes F_by [9] of F and stress_by [6] of the
 * stress, in coordinates: of the strain (coordinates [6]), of P [9], and of the
 * Cauchy stress (tensor components [6]). */
void am_logarithmic_strain_by(const double *F, const double *F_by,
                              double *strain_by);
void am_nominal_stress_by(const double *F, const double *stress,
                          const double *F_by, const double *stress_by,
                          double *P_by);
void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by);

#endif
