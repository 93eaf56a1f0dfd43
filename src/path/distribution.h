/* distribution.h: the distributions of point variables; internal to path.  A
 * new one is a row of distribution.c. */
#ifndef AM_PATH_DISTRIBUTION_H
#define AM_PATH_DISTRIBUTION_H

#include "path/points.h"
#include "path/reading.h"

struct am_distribution {
  const char *name;
  const char *operands; /* as messages show them: "[low, high]"; NULL: it is
                           written as a word, without any */
  int size;             /* numbers it gives: 1, or 6 tensor components */
  /* Reads the operands. */
  am_status (*read)(am_arena *arena, am_report *report, const am_yaml *node,
                    am_point_variable *variable);
  /* values [size]; u [size][2] uniform numbers in [0, 1) */
  void (*draw)(const am_point_variable *variable, const double (*u)[2],
               double *values);
};

/* All of them: [*count]. */
const am_distribution *am_distributions(size_t *count);

#endif
