/* rotation.c: rotation by Euler angles in Bunge's convention. */
#include "base/rotation.h"

#include <math.h>

#include "base/basis.h"

/* Rounds values near an integer to it; exact zeros and ones save operations
 * later. */
static double snap(double x) {
  return fabs(x - round(x)) < 1e-15 ? round(x) : x;
}

static void cosine_and_sine(double angle, bool degrees, double *c, double *s) {
  double radians = degrees ? remainder(angle, 360) * acos(-1) / 180 : angle;
  *c = snap(cos(radians));
  *s = snap(sin(radians));
}

/* g, see rotation.h */
static void turn_axes(const double *angles, bool degrees, double g[3][3]) {
  double c[3], s[3];
  for (int i = 0; i < 3; i++)
    cosine_and_sine(angles[i], degrees, &c[i], &s[i]);
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
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  double full[3][3];
  for (int c = 0; c < 6; c++)
    full[row[c]][column[c]] = full[column[c]][row[c]] = t[c];
  for (int c = 0; c < 6; c++) {
    turned[c] = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        turned[c] += g[i][row[c]] * full[i][j] * g[j][column[c]];
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
