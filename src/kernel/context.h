/* context.h: what the stepping text sees of a law and its solver.
 *
 * Sizes are macros and arrays come from K_ARRAY, so that a generated unit
 * sees constants and registers where the interpreter sees fields and scratch
 * memory.  Every function takes the context `k` first; one that uses K_ARRAY
 * begins with K_ENTER and ends, at its only exit, with K_LEAVE. */
#ifndef AM_KERNEL_CONTEXT_H
#define AM_KERNEL_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/dialect.h"
#include "kernel/fields.h"
#include "kernel/groups.h"
#include "solver/solver.h"

/* What the text reads of a law and its solver.  The engine owns `data`, from
 * which its rate functions work. */
typedef struct {
  int nx;              /* state */
  int na;              /* of it, internal variables */
  int ns;              /* of it, solved variables */
  const am_scheme *scheme;
  const am_solver *solver; /* its tolerances too */
  real stress_scale;   /* S, for the tolerances of stresses */
  const k_group *groups; /* [group_count] of the error measure */
  int group_count;
  const k_group *solved; /* [solved_count] of Newton's measure */
  int solved_count;
  const k_pivot *pivots; /* [ns] */
  const int *places;     /* [ns + …] their lists */
  const k_variable *variables; /* [variable_count] of a hand-written update */
  int variable_count;
  bool idle[6];        /* strains that drive no rate */
  int rate_shared, stress_shared, curvature_shared; /* what directions share */
  int sensitivities;   /* parameters by which is differentiated, and the same
                          of their directions: */
  int rate_by_shared, stress_by_shared, curvature_by_shared;
  const real *parameters; /* of the point */
  real *scratch;       /* [scratch_size] */
  size_t scratch_used, scratch_size;
  real *sequence[7];   /* recorded substeps of each pass, [max_substeps] */
  bool keep;           /* points may keep their substeps (substep_ends.h) */
  int attempts;        /* substeps tried before a pass gives up */
  const volatile int *stop; /* set: end soon; or NULL */
  void *data;
} k_context;

/* The interpreter leaves nothing to a second launch (launch.h). */
#define K_FIRST_LAUNCH 0
#define K_DEFER(where) ((void)(where))
#define K_DEFERRED 0

#define K_NX (k->nx)
#define K_NA (k->na)
#define K_NS (k->ns)
#define K_SENSITIVITIES (k->sensitivities)
#define K_COLUMNS /* most derivative columns of a pass */ \
  (K_SENSITIVITIES > 6 ? K_SENSITIVITIES : 6)
#define K_RATE_SHARED (k->rate_shared)
#define K_STRESS_SHARED (k->stress_shared)
#define K_CURVATURE_SHARED (k->curvature_shared)
#define K_RATE_BY_SHARED (k->rate_by_shared)
#define K_STRESS_BY_SHARED (k->stress_by_shared)
#define K_CURVATURE_BY_SHARED (k->curvature_by_shared)
#define K_GROUPS (k->group_count)
#define K_GROUP(g) (k->groups[g])
#define K_SOLVED_GROUPS (k->solved_count)
#define K_SOLVED_GROUP(g) (k->solved[g])
#define K_PIVOT(s) (k->pivots[s])
#define K_PLACES (k->places)
#define K_SPARSE 1
#define K_IDLE(i) ((i) < 6 && k->idle[i])
#define K_VARIABLES (k->variable_count)
#define K_VARIABLE(i) (k->variables[i])
#define K_FAMILY (k->scheme->family)
#define K_STAGES (k->scheme->stages)
#define K_FSAL (k->scheme->fsal)
#define K_ORDER (k->scheme->control)
#define K_A_ROW(i) (k->scheme->a[i])
#define K_B_ROW (k->scheme->b)
#define K_E_ROW (k->scheme->e)
#define K_C(i) (k->scheme->c[i])
#define K_G(i) (k->scheme->g[i])
#define K_M(i, j) (k->scheme->m[i][j])
#define K_GAMMA (k->scheme->gamma)
#define K_STRESS_SCALE (k->stress_scale)
#define K_STRESS_CONTROL (k->solver->error_control == AM_CONTROL_STRESS)
#define K_COUPLED (k->solver->tangent_control == AM_TANGENT_COUPLED)
#define K_TANGENT (k->solver->tangent)
#define K_COLUMN_MODE (k->solver->tangent_mode == AM_MODE_COLUMN)
#define K_CONVENTIONAL (k->solver->strategy == AM_STRATEGY_CONVENTIONAL)
#define K_MIXED 1
#define K_FOLLOWS (k->keep)
#define K_ENERGIES (k->nx > k->na)

#define K_MIXED_CALL K_FN
#define K_DOUBLING_CALL K_FN

#define K_LANE(x, i) (x)

#define K_ENTER size_t k_mark = k->scratch_used
#define K_LEAVE k->scratch_used = k_mark
#define K_ARRAY(name, size) real *name = k_take(k, (size_t)(size))
#define K_FAST_ARRAY(name, at, size) K_ARRAY(name, size)

/* Scratch memory, of which the engine provides enough. */
real *k_take(k_context *k, size_t size);

/* Substep `index` of the recorded sequence of pass `slot`. */
K_FN real k_recorded(k_context *k, int slot, real index) {
  return k->sequence[slot][(size_t)index];
}

K_FN void k_record(k_context *k, int slot, real index, real size,
                   mask where) {
  if (where) k->sequence[slot][(size_t)index] = size;
}

/* The functions of the law, provided by the engine.  eps, rate: strain and
 * its rate [6]; y: state [nx]; matrices row-major. */
K_FN void k_rate(k_context *k, const real *eps, const real *rate,
                 const real *y, real *f); /* [nx] */
K_FN void k_jacobian(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J); /* [nx][ns] */
K_FN void k_gradient(k_context *k, const real *eps, const real *rate,
                     const real *y, real *f, real *J, real *B); /* [nx][6] */
/* Derivatives along direction c, (w, theta e_c) with w [nx]: what all
 * directions share is computed once.  f and FZ = df/dy w + df/deps e_c theta
 * [nx]; sigma and its derivative [6]; the derivative of df/dy u_y + df/deps
 * u_eps [nx], u [ns + 6]. */
K_FN void k_rate_shared(k_context *k, const real *eps, const real *rate,
                        const real *y, real *f, real *shared);
K_FN void k_rate_along(k_context *k, int c, const real *shared,
                       const real *theta, const real *w, real *FZ);
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y,
                          real *sig, real *shared);
K_FN void k_stress_along(k_context *k, int c, const real *shared,
                         const real *theta, const real *w, real *along);
K_FN void k_curvature_shared(k_context *k, const real *eps, const real *rate,
                             const real *y, const real *u, real *shared);
K_FN void k_curvature_along(k_context *k, int c, const real *shared,
                            const real *theta, const real *w, real *along);
/* The same in the directions of parameters p: theta is the change of the strain
 * [6] and the weight of the parameter. */
K_FN void k_rate_by_shared(k_context *k, const real *eps, const real *rate,
                           const real *y, real *f, real *shared);
K_FN void k_rate_by_along(k_context *k, int p, const real *shared,
                          const real *theta, const real *w, real *FZ);
K_FN void k_stress_by_shared(k_context *k, const real *eps, const real *y,
                             real *sig, real *shared);
K_FN void k_stress_by_along(k_context *k, int p, const real *shared,
                            const real *theta, const real *w, real *along);
K_FN void k_curvature_by_shared(k_context *k, const real *eps,
                                const real *rate, const real *y,
                                const real *u, real *shared);
K_FN void k_curvature_by_along(k_context *k, int p, const real *shared,
                               const real *theta, const real *w, real *along);
K_FN void k_stress(k_context *k, const real *eps, const real *y,
                   real *sig); /* [6] */
K_FN void k_stiffness(k_context *k, const real *eps, const real *y,
                      real *sig, real *Ce, real *Cy); /* [6][6], [6][na] */
K_FN void k_metric(k_context *k, const real *eps, const real *y,
                   real *M); /* omega_yy [ns][ns] */
K_FN void k_energy(k_context *k, const real *eps, const real *y,
                   real *omega); /* [1] */

/* The hand-written update of the material (engine/conventional.h). */
K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok);

#endif
