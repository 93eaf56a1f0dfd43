/* rows.h: measures of prescribed stresses, and linear equations between
 * components of stress and strain that replace controlled components
 * (kernel/control/constraints.h). Generated sources contain this text, too. */
#ifndef AM_SOLVER_ROWS_H
#define AM_SOLVER_ROWS_H

/* Measures of stress that may be given under large strain: P, the Kirchhoff
 * stress P F', or the Cauchy stress P F'/det F */
typedef enum {
  AM_MEASURE_NOMINAL,
  AM_MEASURE_KIRCHHOFF,
  AM_MEASURE_CAUCHY
} am_measure;

/* Order of tensor components: xx yy zz yz xz xy */
typedef struct {
  int constrained[6]; /* 1: an equation replaces component i, which then counts
                         as controlled in stress … */
  double of[6][12];   /* … and its target prescribes the sum of of[i] times the
                         six stresses and the six strains */
} am_rows;

#endif
