/* plan.h: properties and functions of a law that a solver needs, and the layout
 * of its variables; used by generated sources and by the interpreter.
 *
 * Solved variables are eliminated from a linear system in an order that keeps
 * many zeros of the matrix. Every pivot is on the diagonal; the next pivot is
 * the one with the fewest entries in its row and column, and the first one of
 * these, so that a dense matrix is eliminated from top to bottom. Sources:
 * Markowitz (1957), Management Science 3; if only the sparsity pattern is
 * known, Duff, Erisman and Reid (2017), Direct Methods for Sparse Matrices,
 * chapter 7. */
#ifndef AM_KERNEL_PLAN_H
#define AM_KERNEL_PLAN_H

#include "kernel/points/fields.h"
#include "law/law.h"

/* Order of elimination */
typedef struct {
  k_pivot *pivots;   /* [n] */
  int *places;      /* [places_count], see k_pivot */
  int places_count;
  bool sparse;       /* at least one entry stays zero */
} am_elimination;

/* Computes the order of elimination. entries [n][n]: true if an entry off the
 * diagonal can be nonzero; on return also fill-in. The last nd unknowns are
 * multipliers; they are eliminated last, because their diagonal entries arise
 * from eliminating the others. */
void am_elimination_new(am_arena *arena, bool *entries, int n, int nd,
                        am_elimination *order);

typedef struct {
  bool rows;             /* equations between components may be given */
  bool mixed;            /* components may be controlled in stress … */
  bool path;             /* … along the whole step
                            (kernel/control/given_stress.h) */
  bool linear, constant; /* the stress is linear in the strain; its stiffness
                            depends only on parameters; both only if `path` */
  bool rests;            /* rates vanish if all multipliers do … */
  bool cuts;             /* … edges and apexes are handled
                            (kernel/domain/cuts.h) … */
  bool bends;            /* … and forces are nonlinear in the state
                            (kernel/domain/bent_planes.h) */
  k_group *groups;       /* [group_count] of the error norm */
  int group_count;
  bool derivatives;      /* dy/deps is integrated, and its error controlled by
                            groups … */
  int nz;                /* … for the first nz of the state … */
  bool idle[6 + AM_MOST_EXTERNAL]; /* … on which these strains and fields have
                                      no effect at all */
  k_group *solved;       /* [solved_count] of the norm of Newton's method */
  int solved_count;
  am_elimination order;  /* of the solved variables */
  k_variable *variables; /* [variable_count] of a hand-written update */
  int variable_count;
  bool functions[AM_FUNCTIONS]; /* used by the scheme */
  int passes; /* number of passes with recorded substeps: 0, 1 or 7 + nf */
} am_plan;

/* mixed: components may be controlled in stress. */
void am_plan_new(am_arena *arena, am_law *law, const am_solver *solver,
                 bool mixed, am_plan *plan);

/* Number of passes of a loading step: one; in column mode one without
 * directions, and one for each direction. */
int am_plan_passes(const am_law *law, const am_solver *solver);

/* True if points can follow their recorded substeps
 * (kernel/ode/substep_ends.h); false for a scheme without substeps, and with
 * derivatives. */
bool am_plan_follows(const am_law *law, const am_solver *solver, bool mixed);

#endif
