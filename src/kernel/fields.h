/* fields.h: what an engine advances: fields of many points, shared by
 * engines, by those who call them, and by the text of generated units.
 *
 * A field of n components is an array [n][stride] of doubles, `stride` at
 * least the number of points.  Tensors are in coordinates of base/basis.h,
 * but for the targets, which are tensor components.  The strain and strain0,
 * state and state0, next and first, reached and largest may be the same
 * arrays. */
#ifndef AM_KERNEL_FIELDS_H
#define AM_KERNEL_FIELDS_H

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

enum { AM_KEPT = 8 }; /* of substeps that a point keeps */

/* Settings of the solver that are no constants of a unit. */
typedef struct {
  double atol, rtol, equilibrium, newton;
  int newton_iterations, max_substeps;
} am_tolerances;

typedef struct {
  long stride;
  double duration;          /* of the loading step [time]; 0: a jump at fixed
                               internal variables */
  int stress_controlled[6]; /* by tensor component */

  /* given */
  const double *parameters; /* [numbers] of all points, NULL: the law's own;
                               where `spread` a field of as many components */
  int spread;
  const double *strain0;    /* [6] */
  const double *state0;     /* [nx] */
  const double *target;     /* [6] strain or stress at the end */
  const double *first;      /* [1] remembered substep size, 0: none; or NULL:
                               none */
  const double *largest;    /* [1] largest stress met so far, or
                               NULL: zero */
  const volatile int *stop; /* set: end soon with status stopped; or NULL */
  /* Derivatives by the P sensitive parameters of the law; NULL: zero.  What is
   * found may be where it was given. */
  const double *strain_by0; /* [P][6] */
  const double *state_by0;  /* [P][nx] */
  const double *target_by;  /* [P][6] tensor components, like the target */

  /* found; where the status is not good the first four stay as given */
  double *strain;           /* [6], or NULL */
  double *state;            /* [nx] */
  double *next;             /* [1] substep size to remember, or NULL */
  double *reached;          /* [1] new `largest`, or NULL */
  double *stress;           /* [6] */
  double *tangent;          /* [6][6] dsigma/deps, or NULL */
  double *derivative;       /* [6][nx] dy/deps, direction by direction, or
                               NULL */
  double *energy;           /* [1] omega, or NULL */
  double *status;           /* [1] am_point_status */
  double *counts;           /* [AM_COUNTS], or NULL */
  double *substeps;         /* [1] the row AM_COUNT_SUBSTEPS, or NULL */
  /* The same over the substeps that were taken, NaN where they are not finite;
   * where the status is not good the first two stay as given.  All three or
   * NULL. */
  double *strain_by;        /* [P][6] dstrain/dp */
  double *state_by;         /* [P][nx] dstate/dp; not of the energies */
  double *stress_by;        /* [P][6] dsigma/dp */

  /* Substeps that points keep, of units that are made for it; NULL: none.
   * Entry i is the end of substep i [duration/65536], 0 from the last one on,
   * which ends the loading step.  Where there are more than AM_KEPT + 1, or
   * two ends are the same when rounded, or the status is not good, they are
   * not kept: 65535 in the first entry. */
  unsigned short *ends;     /* [AM_KEPT] */
  double follow;            /* 0: substeps are chosen, and written; else they
                               are read, and chosen anew where the error of one
                               exceeds this, in units of the tolerances:
                               duration, strain0 and state0 are those with
                               which they were written */
} am_fields;

#endif
