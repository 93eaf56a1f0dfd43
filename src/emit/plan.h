/* plan.h: what the stepping text needs of a law for a solver: its functions,
 * and where its variables stand; asked by units and by the interpreter. */
#ifndef AM_EMIT_PLAN_H
#define AM_EMIT_PLAN_H

#include "emit/elimination.h"
#include "kernel/fields.h"
#include "kernel/groups.h"
#include "material/law.h"

typedef struct {
  bool mixed;            /* some component may be controlled in stress */
  k_group *groups;       /* [group_count] of the error measure */
  int group_count;
  k_group *solved;       /* [solved_count] of Newton's measure */
  int solved_count;
  am_elimination order;  /* of the solved variables */
  k_variable *variables; /* [variable_count] of a hand-written update */
  int variable_count;
  bool functions[AM_FUNCTIONS]; /* those that the scheme uses */
  int passes; /* whose substeps are recorded: 0, 1 or 7 */
} am_plan;

/* mixed: some component may be controlled in stress. */
void am_plan_new(am_arena *arena, const am_law *law, const am_solver *solver,
                 bool mixed, am_plan *plan);

/* May points follow their substeps (kernel/substep_ends.h)?  Not where there
 * are none, or where derivatives are made over them. */
bool am_plan_keeps(const am_law *law, const am_solver *solver, bool mixed);

#endif
