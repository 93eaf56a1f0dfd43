/* plan.h: what the stepping text needs of a law for a solver: its functions,
 * and where its variables stand; asked by sources and by the interpreter.
 *
 * The order in which solved variables are eliminated from a linear system is
 * such that much of what is zero in the matrix stays zero: every pivot is on
 * the diagonal; the next one is that whose row and column have the fewest
 * entries, and of these the first, so that a dense matrix is eliminated from
 * top to bottom.  Source: Markowitz (1957), Management Science 3, with the
 * values unknown: Duff, Erisman and Reid (2017), Direct Methods for Sparse
 * Matrices, chapter 7. */
#ifndef AM_EMIT_PLAN_H
#define AM_EMIT_PLAN_H

#include "kernel/points/fields.h"
#include "kernel/points/groups.h"
#include "law/law.h"

/* elimination.c: the order of elimination. */
typedef struct {
  k_pivot *pivots;   /* [n] */
  int *places;      /* [places_count], see k_pivot */
  int places_count;
  bool sparse;       /* some entry stays zero */
} am_elimination;

/* entries [n][n]: which may differ from zero, besides the diagonal; on return
 * also those that elimination makes.  The last nd unknowns are multipliers,
 * whose diagonal entries come from eliminating the others: after these. */
void am_elimination_new(am_arena *arena, bool *entries, int n, int nd,
                        am_elimination *order);

typedef struct {
  bool rows;             /* there may be equations between components */
  bool mixed;            /* some component may be controlled in stress … */
  bool path;             /* … met all along (kernel/control/given_stress.h) */
  bool linear, constant; /* the stress is linear in the strain, by a stiffness
                            that parameters alone decide on; where `path` */
  bool rests;            /* rates vanish where all multipliers do … */
  bool cuts;             /* … edges and apexes are tried (kernel/control/cuts.h) */
  k_group *groups;       /* [group_count] of the error measure */
  int group_count;
  bool derivatives;      /* dy/deps is integrated, and measured by groups … */
  int nz;                /* … or of the first nz of the state alone */
  k_group *solved;       /* [solved_count] of Newton's measure */
  int solved_count;
  am_elimination order;  /* of the solved variables */
  k_variable *variables; /* [variable_count] of a hand-written update */
  int variable_count;
  bool functions[AM_FUNCTIONS]; /* those that the scheme uses */
  int passes; /* whose substeps are recorded: 0, 1 or 7 + nf */
} am_plan;

/* mixed: some component may be controlled in stress. */
void am_plan_new(am_arena *arena, am_law *law, const am_solver *solver,
                 bool mixed, am_plan *plan);

/* Passes of a loading step: one, or that without directions and those of each. */
int am_plan_passes(const am_law *law, const am_solver *solver);

/* May points follow their substeps (kernel/ode/substep_ends.h)?  Not where there
 * are none, or where derivatives are made over them. */
bool am_plan_follows(const am_law *law, const am_solver *solver, bool mixed);

#endif
