/* fields.h: fields of many points, the input and output of an engine, and
 * tables of variables; shared by engines, their callers, and generated sources.
 *
 * A field of n components is an array [n][stride] of doubles, where `stride` is
 * at least the number of points.  The fields are the rows of fields.def. */
#ifndef AM_KERNEL_FIELDS_H
#define AM_KERNEL_FIELDS_H

#include "kernel/points/fields.def"
#include "solver/rows.h"

/* Rows of am_fields.counts. */
typedef enum {
  AM_COUNT_SUBSTEPS,    /* accepted substeps of the last iterate */
  AM_COUNT_REJECTED,    /* rejected substeps, in all iterates, like the next two
                           rows */
  AM_COUNT_EVALUATIONS, /* evaluations of the rates */
  AM_COUNT_ITERATIONS,  /* local Newton iterations */
  AM_COUNT_EQUILIBRIUM, /* equilibrium iterations */
  AM_COUNT_RESIDUAL,    /* largest |stress - target| (stress) */
  AM_COUNTS
} am_count;

/* Result of integrating a point over a loading step */
typedef enum {
  AM_POINT_GOOD,
  AM_POINT_INVALID,     /* a value is not finite: an invalid state */
  AM_POINT_NEWTON,      /* the local Newton iteration did not converge */
  AM_POINT_STEP,        /* the substep became too small */
  AM_POINT_SUBSTEPS,    /* more than max_substeps, or too many evaluations */
  AM_POINT_EQUILIBRIUM, /* the stress targets were not met */
  AM_POINT_STOPPED,     /* the caller requested to stop */
  AM_POINT_LOST,        /* the engine failed */
  AM_POINT_STEEP,       /* rounding hides the solution of steep rates
                           (kernel/ode/newton.h) */
  AM_POINT_TANGENT,     /* too many substeps were rejected only because of the
                           error of derivatives */
  AM_POINT_SINGULAR,    /* no strain has the given stress: the stiffness at
                           fixed internal variables is singular */
  AM_POINT_STIFF,       /* left to the next scheme of a chain; internal to
                           engines */
  AM_POINT_PLATEAU,     /* no strain, or more than one, has the given stress: an
                           elastic domain does not harden there */
  AM_POINT_PASSED,      /* a stored maximum of a variable lies between the ends
                           of the loading step */
  AM_POINT_STATUSES
} am_point_status;

enum {
  AM_SUBSTEP_ENDS = 8, /* recorded for a point */
  AM_BREAKS = 32
};

/* Rounds of a chain of schemes (kernel/points/chain.h).  In a round the program
 * of a scheme handles all points (FIRST), the points that earlier schemes have
 * left (NEXT), or those left points that remember a later scheme, which was
 * tried first (BACK). */
typedef enum { AM_ROUND_FIRST, AM_ROUND_NEXT, AM_ROUND_BACK } am_round;

/* Settings of the solver that are not constants of a source. */
typedef struct {
  double atol, rtol, equilibrium, newton;
  int newton_iterations, max_substeps;
  double largest_part, largest_time; /* limits of a substep (solver.h) */
  int substeps; /* number of equal substeps; a constant of most sources */
} am_tolerances;

#define AM_GIVEN(name) const double *name;
#define AM_FOUND(name) double *name;
#define AM_MEMBER(name, role, need, becomes, components) AM_##role(name)

typedef struct {
  long stride;
  double duration;          /* of the loading step (time); 0: a jump at fixed
                               internal variables */
  int stress_controlled[9]; /* by tensor component, for all points; `control`
                               adds components point by point */
  am_measure measure;       /* of given stresses; Kirchhoff and Cauchy stresses
                               only in the first six components */
  int spread;               /* points have different parameters */
  const volatile int *stop; /* set: stop soon with status stopped; or NULL */
  int round;                 /* round of a chain of schemes, am_round; else 0 */
  am_rows rows;             /* equations between components, if the source
                               supports them */
  double breaks[AM_BREAKS]; /* (duration) ascending times inside the loading
                               step at which an adaptive scheme ends a substep;
                               0 after the last */
  AM_FIELDS(AM_MEMBER, 0, 0, 0, 0, 0, 0)

  /* Ends of the substeps that points follow, if the source supports it; NULL:
   * none.  Entry i is the end of substep i (duration/65536), 0 from the last
   * substep on, which ends the loading step.  The ends are not recorded, and
   * the first entry is 65535, if there are more than AM_SUBSTEP_ENDS + 1
   * substeps, if two rounded ends are equal, or if the status is not good. */
  unsigned short *ends;     /* [AM_SUBSTEP_ENDS] */
  double follow;            /* 0: substeps are chosen and recorded.  Otherwise
                               the recorded substeps are used, and chosen again
                               if an error exceeds `follow`, in units of the
                               tolerances; duration, strain0 and state0 must be
                               equal to those of the recording */
} am_fields;

/* Parameters of the kernels of a CUDA source; pointers are to device memory.
 *
 * A loading step takes two launches.  The first one tries all points and
 * appends those that need many substeps, or a rare branch of a scheme, to a
 * list for the second launch. */
typedef struct {
  am_fields fields;
  am_tolerances solver;
  double *sequences;   /* [passes][capacity][threads] recorded substeps of the
                          points in progress, or NULL if none are recorded */
  long capacity;
  int attempts;        /* substeps tried in the first launch */
  int *list;           /* [count] points for the second launch */
  int *listed;         /* their number; 0 before the first launch */
  int *left;           /* for a chain of schemes: set if a point is not
                          completed; or NULL */
  long count;          /* number of points */
} k_launch;

/* ---- tables of a source -------------------------------------------------- */

/* One variable: a range of the state vector. */
typedef struct {
  int offset, size;
} k_group;

/* A pivot in the elimination order of the solved variables: its index in the
 * state, and the start of its lists in a table of indices.  The table begins
 * with the indices of all pivots in elimination order.  The lists, in the same
 * order, contain the later rows with an entry in the pivot's column at this
 * stage of the elimination, and the later columns with an entry in its row. */
typedef struct {
  int at;
  int rows, row_count;
  int columns, column_count;
} k_pivot;

/* A variable in the state, and its place among the values of a hand-written
 * update: a scalar, or 5 or 6 coordinates of a tensor. */
typedef struct {
  int offset, size, place;
} k_variable;

#endif
