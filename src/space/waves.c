/* waves.c: the tables of wave vectors. */
#include "space/waves.h"

#include <math.h>

static void fill(const am_cell *cell, int d, double *sine, double *cosine) {
  const double pi = 3.14159265358979323846;
  int count = cell->micro->grid[d];
  double length = cell->micro->size[d];
  for (int n = 0; n < count; n++) {
    int number = 2 * n > count ? n - count : n;
    double half = pi * number / count; /* t/2 */
    bool nyquist = 2 * n == count;
    bool rotated = cell->rotated;
    sine[n] = rotated   ? 2 * count / length * sin(half)
              : nyquist ? 0
                        : 2 * pi * number / length;
    cosine[n] = nyquist ? 0 : rotated ? cos(half) : 1;
  }
}

void am_waves_new(am_arena *arena, const am_cell *cell, k_waves *waves) {
  for (int d = 0; d < 3; d++) {
    int count = cell->micro->grid[d];
    double *sine = AM_ARRAY(arena, double, count);
    double *cosine = AM_ARRAY(arena, double, count);
    fill(cell, d, sine, cosine);
    waves->grid[d] = count;
    waves->sine[d] = sine;
    waves->cosine[d] = cosine;
  }
}
