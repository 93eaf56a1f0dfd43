/* radial.h: radial return, found by the program.
 *
 * Let A be the deviatoric force of the only tensor variable a of a law, and
 *
 *     dA/da = -m I,  dA/deps = m' I,  a' = phi A/|A|   (deviatoric parts)
 *
 * with scalars m, m' and phi that read A only through |A|. With backward Euler
 * A then keeps the direction n of its value at the end strain and the old
 * state (Wilkins 1964; Simo and Hughes 1998, section 3.3), and a = r + alpha n
 * with constant r. The law with alpha in place of the deviator of a has the
 * same solution with four variables fewer; it is a generalized standard
 * material with the potentials omega(eps, r + alpha n) and Psi(A n). */
#ifndef AM_LAW_RADIAL_H
#define AM_LAW_RADIAL_H

#include "law/law.h"

typedef struct {
  am_law *law; /* with alpha; inputs AM_INPUT_RADIAL are n [5], the old a [5],
                  its size, and the length of the step (1 with an elastic
                  domain) */
  int nx;      /* length of the state of the whole law */
  am_node *turn;  /* from the end strain and the state of the whole law:
                     all these inputs but the last, then the state with
                     alpha [law->nx] */
  am_node *end;   /* from the state with alpha: that of the whole law [nx];
                     squares for a test at every point: of the rate of a
                     perpendicular to n, and along it; of A, and of m a; and
                     the additional tangent, because n follows the strain,
                     [5][5] dsigma_i/deps_j of the deviatoric coordinates */
} am_radial;

/* Numbers of inputs AM_INPUT_RADIAL, and of squares and of entries of the
 * additional tangent in `end`. */
enum { AM_RADIAL = 12, AM_RADIAL_TEST = 4, AM_RADIAL_ACROSS = 25 };

/* NULL if the law has no such variable, which is tested at random states. */
am_radial *am_radial_new(am_arena *arena, am_law *law);

#endif
