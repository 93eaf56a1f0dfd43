/* points.h: the key `points` of a case (automat-case(5)): many points of one
 * material.
 *
 * Points are either generated or read from an HDF5 file of histories. Generated
 * variables are drawn by Philox4x32-10 (philox.h) keyed by seed, point and
 * variable: each point can be drawn independently, and the order of the
 * variables is irrelevant. */
#ifndef AM_CASE_POINTS_H
#define AM_CASE_POINTS_H

#include "case/case.h"

typedef struct am_distribution am_distribution;

/* A variable: one number, or six tensor components (direction, tensor). */
typedef struct {
  const char *name;
  int size, offset;      /* offset in the values of a point */
  const am_distribution *distribution;
  const double *numbers; /* [count] uniform, tensor: lower and upper bound;
                            normal, lognormal: mean, standard deviation;
                            choice: the values */
  size_t count;
  uint64_t stream;       /* stream of the generator, hashed from the name */
  am_place place;
} am_point_variable;

/* A distribution of variables; the table is in points.c. */
struct am_distribution {
  const char *name;
  const char *operands; /* format shown in messages, "[low, high]"; NULL: the
                           distribution has no operands */
  size_t count;         /* number of operands; 0: none, or any number > 0 */
  int size;             /* number of values: 1, or 6 tensor components */
  /* Checks the operands; NULL: always valid. */
  am_status (*check)(am_report *report, const am_yaml *node,
                     const am_point_variable *variable);
  /* Draws values [size] from u [size][2], uniform in [0, 1). */
  void (*draw)(const am_point_variable *variable, const double (*u)[2],
               double *values);
};

typedef struct {
  long count;           /* number of points; 0: number of points in the file */
  uint64_t seed;
  am_point_variable *variables; /* [variable_count] */
  int variable_count;
  int size;             /* number of values of one point */
  const char *file;     /* path of the HDF5 file, NULL: points are generated */
  am_place place;
} am_points;

/* Maximum number of points of a case. */
enum { AM_POINTS_MOST = 1000000000 };

/* Reads and checks the key `points`. AM_INPUT, with a message, if it is
 * invalid. A file is opened later, by point/sample.h. */
AM_MUST_USE am_status am_points_read(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     am_points **points);

/* All distributions [*count]. */
const am_distribution *am_distributions(size_t *count);

/* Values [size] of point `index` (from 0); depends only on its arguments.
 * Tensors are given as tensor components. */
void am_points_draw(const am_points *points, long index, double *values);

#endif
