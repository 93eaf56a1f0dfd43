/* rotated_law.c: a law on rotated axes.
 *
 * A law written on the axes of its material is evaluated on the axes of a test:
 * with coordinates x = Q x_m, Q orthogonal (base/rotation.h),
 *
 *     omega(eps, a) = omega_m(Q' eps, Q' a),   Psi(A) = Psi_m(Q' A).
 *
 * Expressions therefore read the inputs eps, a, A rotated back; everything
 * derived from the potentials refers to the axes of the test. */
#include "law/build.h"

am_node *am_build_turned(const am_build *b, const am_node *nodes, int count,
                         bool back) {
  am_node *turned = AM_ARRAY(b->arena, am_node, count);
  int first = count == 5; /* deviatoric: no volumetric coordinate */
  for (int i = 0; i < count; i++) turned[i] = nodes[i];
  if (!b->turn || count == 1) return turned;
  for (int i = 0; i < count; i++) {
    turned[i] = am_const(b->graph, 0);
    for (int j = 0; j < count; j++) {
      double q = back ? b->turn[j + first][i + first]
                      : b->turn[i + first][j + first];
      am_node part = am_mul(b->graph, am_const(b->graph, q), nodes[j]);
      turned[i] = am_add(b->graph, turned[i], part);
    }
  }
  return turned;
}
