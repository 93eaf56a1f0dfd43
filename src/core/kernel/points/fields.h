/* fields.h: what an engine advances: fields of many points, shared by
 * engines, by those who call them, and by the text of generated sources.
 *
 * A field of n components is an array [n][stride] of doubles, `stride` at
 * least the number of points.  The fields are the rows of fields.def. */
#ifndef AM_KERNEL_FIELDS_H
#define AM_KERNEL_FIELDS_H

#include "kernel/points/fields.def"
#include "solver/rows.h"

/* Rows of am_fields.counts. */
typedef enum {
  AM_COUNT_SUBSTEPS,    /* accepted, of the last iterate */
  AM_COUNT_REJECTED,    /* of all iterates, like the next two */
  AM_COUNT_EVALUATIONS, /* of the rates */
  AM_COUNT_ITERATIONS,  /* local Newton */
  AM_COUNT_EQUILIBRIUM, /* equilibrium iterations */
  AM_COUNT_RESIDUAL,    /* largest |stress - target|, [stress] */
  AM_COUNTS
} am_count;

enum {
  AM_SUBSTEP_ENDS = 8, /* of a point */
  AM_BREAKS = 32
};

/* Which points the program of a scheme of a chain does (kernel/points/chain.h): all;
 * those that the schemes before it have not done; of these those that remember
 * a later scheme, which was tried first. */
typedef enum { AM_TURN_FIRST, AM_TURN_NEXT, AM_TURN_BACK } am_turn;

/* Settings of the solver that are no constants of a source. */
typedef struct {
  double atol, rtol, equilibrium, newton;
  int newton_iterations, max_substeps;
  double largest_part, largest_time; /* of a substep (solver.h) */
} am_tolerances;

#define AM_GIVEN(name) const double *name;
#define AM_FOUND(name) double *name;
#define AM_MEMBER(name, role, need, becomes, components) AM_##role(name)

typedef struct {
  long stride;
  double duration;          /* of the loading step [time]; 0: a jump at fixed
                               internal variables */
  int stress_controlled[9]; /* by tensor component, of all points; `control`:
                               of those that have more of them */
  int spread;               /* points have parameters of their own */
  const volatile int *stop; /* set: end soon with status stopped; or NULL */
  int turn;                 /* of a scheme of a chain, am_turn; 0 */
  am_rows rows;             /* of sources made for them */
  double breaks[AM_BREAKS]; /* [duration] times inside the loading step at
                               which schemes that choose their substeps end
                               one, ascending; 0 behind the last */
  AM_FIELDS(AM_MEMBER, 0, 0, 0, 0, 0, 0)

  /* Substeps that points follow, of sources made for it; NULL: none.  Entry i
   * is the end of substep i [duration/65536], 0 from the last one on, which
   * ends the loading step.  Where there are more than AM_SUBSTEP_ENDS + 1, or
   * two ends are the same when rounded, or the status is not good, they are
   * not recorded: 65535 in the first entry. */
  unsigned short *ends;     /* [AM_SUBSTEP_ENDS] */
  double follow;            /* 0: substeps are chosen, and written; else they
                               are read, and chosen anew where the error of one
                               exceeds this, in units of the tolerances:
                               duration, strain0 and state0 are those with
                               which they were written */
} am_fields;

#endif
