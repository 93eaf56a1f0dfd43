/* loop.c: columns that form loops when plotted over another column. */
#include "plot/picture.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

/* Work-conjugate prefixes of columns. */
static const struct {
  const char *stress, *strain;
} pairs[] = {{"stress.", "strain."}, {"P.", "F."}, {"cauchy.", "F."}};

/* Minimum reversal, as a fraction of the range of values. */
static const double BACK = 0.05;

const char *am_loop_over(am_arena *arena, const char *column) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    size_t length = strlen(pairs[i].stress);
    if (!strncmp(column, pairs[i].stress, length))
      return am_format(arena, "%s%s", pairs[i].strain, column + length);
  }
  return NULL;
}

bool am_turns_back(const double *values, size_t count) {
  double low = INFINITY, high = -INFINITY, up = 0, down = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) continue;
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
    up = fmax(up, values[i] - low);
    down = fmax(down, high - values[i]);
  }
  return fmin(up, down) > BACK * (high - low);
}
