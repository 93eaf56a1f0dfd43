/* rows.h: linear equations between components of stress and strain that replace
 * controlled components (kernel/control/constraints.h). Generated sources
 * contain this text, too. */
#ifndef AM_SOLVER_ROWS_H
#define AM_SOLVER_ROWS_H

/* Order of tensor components: xx yy zz yz xz xy */
typedef struct {
  int constrained[6]; /* 1: an equation replaces component i, which then counts
                         as controlled in stress … */
  double of[6][12];   /* … and its target prescribes the sum of of[i] times the
                         six stresses and the six strains */
} am_rows;

#endif
