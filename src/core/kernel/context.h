/* context.h: the interpreter's view of a law and its solver, through the names
 * that the kernel uses.
 *
 * Sizes are macros and arrays come from K_ARRAY, so that a generated source has
 * constants and registers where the interpreter has fields and scratch memory.
 * Every function takes the context `k` first. */
#ifndef AM_KERNEL_CONTEXT_H
#define AM_KERNEL_CONTEXT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernel/plan.h"
#include "kernel/dialect.h"
#include "solver/solver.h"

/* A law and its solver as the kernel reads them.  `data` belongs to the engine;
 * its rate functions use it. */
typedef struct {
  const am_law *law;
  const am_plan *plan;
  const am_solver *solver; /* including its tolerances */
  real stress_scale;   /* S, scale of the tolerances of stresses */
  const real *parameters; /* of this point */
  real *scratch;       /* [scratch_size] */
  size_t scratch_used, scratch_size;
  /* [max_substeps] recorded substep sizes of each pass */
  real *sequence[7 + AM_MOST_EXTERNAL];
  bool follows;        /* points may follow substeps (substep_ends.h) */
  int attempts;        /* maximum number of attempted substeps per pass */
  const volatile int *stop; /* set: stop soon; or NULL */
  int method;          /* place in the chain of schemes, -1: no chain */
  mask other, watched, trial; /* chain.h */
  mask deferred;       /* unused (first_launch.h) */
  int substep_limit;        /* limit of substeps (chain.h) */
  real budget;         /* limit of evaluations of a pass (chain.h) */
  void *data;
} k_context;

/* The interpreter has no second launch (first_launch.h). */
#define K_FIRST_LAUNCH 0

#define K_NX (k->law->nx)
#define K_NA (k->law->na)
#define K_NS (k->law->ns)
#define K_ND (k->law->nd)
#define K_NZ (k->plan->nz)
#define K_SENSITIVITIES (k->law->sensitive_count)
#define K_NF (k->law->nf)
#define K_REMEMBERS (k->law->memory != NULL)
#define K_READS_RATE (k->law->reads_rate)
#define K_INPUTS (6 + K_NF) /* six strains and the external fields … */
#define K_INPUT_ROOM (6 + AM_MOST_EXTERNAL) /* … and its upper bound */
#define K_THETA_ROOM (2 * K_INPUT_ROOM + 1) /* of a direction (tangent.h) */
#define K_COLUMNS /* maximum number of derivative columns per pass */ \
  (K_SENSITIVITIES > K_INPUTS ? K_SENSITIVITIES : K_INPUTS)
#define K_BY_PARAMETER(shared, call) call
#define K_SHARED_BY(WORD) K_SHARED(WORD)
#define K_GROUPS (k->plan->group_count)
#define K_DERIVATIVES (k->plan->derivatives)
#define K_SOLVED_GROUPS (k->plan->solved_count)
#define K_SPARSE 1
#define K_IDLE(i) ((i) < K_INPUTS && k->plan->idle[i])
#define K_VARIABLES (k->plan->variable_count)
#define K_TABLES (*k->plan) /* groups, solved, order, variables */
#define K_FAMILY (k->solver->scheme->family)
#define K_SUBSTEPS (k->solver->substeps)
#define K_STAGES (k->solver->scheme->stages)
#define K_GUARDED (k->solver->scheme->guarded)
#define K_SCHEME (*k->solver->scheme) /* its coefficients (solver/solver.h) */
#define K_METHOD (k->method)
#define K_STRESS_SCALE (k->stress_scale)
#define K_STRESS_CONTROL (k->solver->error_control == AM_CONTROL_STRESS)
#define K_NEWTON_ON_STRESS (k->solver->newton_on == AM_NEWTON_STRESS)
#define K_COUPLED (k->solver->tangent_control == AM_TANGENT_COUPLED)
#define K_TANGENT (k->solver->tangent)
#define K_COLUMN_MODE (k->solver->tangent_mode == AM_MODE_COLUMN)
#define K_CONVENTIONAL (k->solver->strategy == AM_STRATEGY_CONVENTIONAL)
#define K_MIXED 1
#define K_PATH (k->plan->path)
#define K_EQUATIONS (k->plan->rows)
#define K_EQUATION_ROOM 36
#define K_LOGARITHMIC (k->law->logarithmic)
#define K_GRADIENT_ROOM 9
#define K_RADIAL 0 /* generated sources only (points/radial.h) */
#define K_TURNED(call) ((void)0)
#define K_STATE K_NX /* length of the state in fields */
#define K_DEFORMED(call) call
#define K_LINEAR (k->plan->linear)
#define K_CONSTANT (k->plan->constant)
#define K_FOLLOWS (k->follows)
#define K_RESTS (k->plan->rests)
#define K_CUTTING (k->plan->cuts)
#define K_BENDS (k->plan->bends)
#define K_ENERGIES (K_NX > K_NA)

#define K_FREE_FLOW(lanes) (lanes)
#define K_DOUBLING_CALL K_FN

#define K_LANE(x, i) (x)

/* Size of the scratch memory in use before an array, which is restored at the
 * end of its scope */
typedef struct {
  k_context *k;
  size_t used;
} k_mark;

K_FN void k_release(k_mark *mark) { mark->k->scratch_used = mark->used; }

/* Allocates scratch memory, of which the engine provides enough. */
K_FN real *k_take(k_context *k, size_t size) {
  real *taken = k->scratch + k->scratch_used;
  k->scratch_used += size;
  assert(k->scratch_used <= k->scratch_size);
  return taken;
}

#define K_ARRAY(name, size)                                \
  k_mark name##_mark __attribute__((cleanup(k_release))) = \
      {k, k->scratch_used};                                \
  real *name = k_take(k, (size_t)(size))
#define K_FAST_ARRAY(name, at, size) K_ARRAY(name, size)

/* Size of substep `index` in the recorded sequence of pass `slot`. */
K_FN real k_recorded(k_context *k, int slot, real index) {
  return k->sequence[slot][(size_t)index];
}

K_FN void k_record(k_context *k, int slot, real index, real size,
                   mask where) {
  if (where) k->sequence[slot][(size_t)index] = size;
}

/* Defined by the engine before the kernel is included: the functions of the law
 * listed in law/function.def, and K_SHARED(WORD), the number of values that the
 * directions of such a function share. */

/* Calls the material's hand-written update (engine/parts.h). */
K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok);

#endif
