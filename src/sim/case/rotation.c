/* rotation.c: rotation matrices of Euler angles. */
#include "case/parts.h"

/* Rounds values near an integer to it; exact zeros and ones save operations
 * later. */
static double snap(double x) {
  return fabs(x - round(x)) < 1e-15 ? round(x) : x;
}

/* g, see rotation.h */
static void turn_axes(const double *angles, bool degrees, double g[3][3]) {
  double c[3], s[3];
  for (int i = 0; i < 3; i++) {
    double angle = angles[i];
    if (degrees) angle = remainder(angle, 360) * acos(-1) / 180;
    c[i] = snap(cos(angle));
    s[i] = snap(sin(angle));
  }
  g[0][0] = c[0] * c[2] - s[0] * s[2] * c[1];
  g[0][1] = s[0] * c[2] + c[0] * s[2] * c[1];
  g[0][2] = s[2] * s[1];
  g[1][0] = -c[0] * s[2] - s[0] * c[2] * c[1];
  g[1][1] = -s[0] * s[2] + c[0] * c[2] * c[1];
  g[1][2] = c[2] * s[1];
  g[2][0] = s[0] * s[1];
  g[2][1] = -c[0] * s[1];
  g[2][2] = c[1];
}

/* g' T g in tensor components */
static void turn_tensor(double g[3][3], const double *t, double *turned) {
  double full[3][3];
  for (int c = 0; c < 6; c++)
    full[am_row[c]][am_column[c]] = full[am_column[c]][am_row[c]] = t[c];
  for (int c = 0; c < 6; c++) {
    turned[c] = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        turned[c] += g[i][am_row[c]] * full[i][j] * g[j][am_column[c]];
  }
}

void am_rotation(const double *angles, bool degrees, double (*q)[6]) {
  double g[3][3], turned[6], x[6];
  turn_axes(angles, degrees, g);
  for (int j = 0; j < 6; j++) {
    turn_tensor(g, am_basis[j], turned);
    am_basis_from_tensor(turned, x);
    for (int i = 0; i < 6; i++) q[i][j] = snap(x[i]);
  }
  for (int i = 0; i < 6; i++) q[0][i] = q[i][0] = i == 0;
}
