/* published.c: numbers of the AutoMat paper. */
#include "study/composite.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const struct {
  const char *scheme;
  double iterations;
} counts[] = {
    {"implicit-euler", 1681}, {"ode12", 1571},
    {"ode23", 1527},          {"ode23s", 1554},
};

static const struct {
  const char *scheme, *strategy;
  bool gpu;
  double updated, fixed; /* total time by reference material */
  double law, tangents;
} times[] = {
    {"implicit-euler", "conventional", false, 1162.74, 1133.61, 830.1, 50.9},
    {"implicit-euler", "automatic", false, 6282.41, 6055.91, 4996.7, 408.1},
    {"implicit-euler", "semi-automatic", false, 2185.59, 2100.79, 1668.1,
     127.5},
    {"ode12", "automatic", false, 11555.43, 2553.35, 2062.8, 9070.5},
    {"ode12", "semi-automatic", false, 2839.94, 1000.24, 746.5, 1844.7},
    {"ode23", "automatic", false, 3122.45, 1438.54, 1330.5, 1683.9},
    {"ode23", "semi-automatic", false, 1170.09, 803.50, 556.9, 395.7},
    {"ode23s", "semi-automatic", false, 4710.81, 1877.27, 1472.8, 2885.7},
    {"implicit-euler", "conventional", true, 492.14, 473.91, 249.7, 34.9},
    {"implicit-euler", "automatic", true, 541.88, 527.92, 257.7, 38.1},
    {"implicit-euler", "semi-automatic", true, 532.13, 502.07, 257.8, 38.3},
    {"ode12", "automatic", true, 574.26, 485.00, 237.3, 133.6},
    {"ode12", "semi-automatic", true, 600.93, 481.27, 247.4, 121.3},
    {"ode23", "automatic", true, 534.34, 470.86, 238.1, 73.2},
    {"ode23", "semi-automatic", true, 487.55, 453.94, 229.1, 63.3},
    {"ode23s", "semi-automatic", true, 958.07, 468.42, 235.1, 508.5},
};

bool am_published_is_of(const int grid[3]) {
  return grid[0] == AM_PUBLISHED_EDGE && grid[1] == AM_PUBLISHED_EDGE &&
         grid[2] == AM_PUBLISHED_EDGE;
}

double am_published_iterations(const char *scheme) {
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (!strcmp(counts[i].scheme, scheme)) return counts[i].iterations;
  return NAN;
}

am_published_times am_published_times_of(const char *scheme,
                                         const char *strategy, bool gpu,
                                         bool updated) {
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    if (strcmp(times[i].scheme, scheme) || times[i].gpu != gpu ||
        strcmp(times[i].strategy, strategy))
      continue;
    if (updated)
      return (am_published_times){times[i].updated, times[i].law,
                              times[i].tangents};
    return (am_published_times){times[i].fixed, NAN, NAN};
  }
  return (am_published_times){NAN, NAN, NAN};
}
