/* rows.h: linear equations between components of stress and strain, in the
 * place of controlled ones (kernel/control/constraints.h); also text of generated
 * sources. */
#ifndef AM_SOLVER_ROWS_H
#define AM_SOLVER_ROWS_H

/* Tensor components, xx yy zz yz xz xy. */
typedef struct {
  int constrained[6]; /* an equation stands in this one's place, which then
                         counts as controlled in stress … */
  double of[6][12];   /* … and whose target is the sum of these times the six
                         stresses and the six strains */
} am_rows;

#endif
