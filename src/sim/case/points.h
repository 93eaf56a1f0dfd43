/* points.h: the many points of a case, the key `points` (automat-case(5)).
 *
 * Either generated: variables drawn per point by Philox4x32-10 (philox.h)
 * keyed by seed, point and variable, so that any point can be made alone and
 * the order of the variables does not matter; or an HDF5 file of
 * histories. */
#ifndef AM_CASE_POINTS_H
#define AM_CASE_POINTS_H

#include <stdint.h>

#include "case/case.h"

typedef struct am_distribution am_distribution;

/* One variable: 1 number, or 6 tensor components (direction, tensor). */
typedef struct {
  const char *name;
  int size, offset;      /* among the values of a point */
  const am_distribution *distribution;
  double numbers[2];     /* uniform, tensor: low, high; normal, lognormal:
                            mean, deviation */
  const double *choices; /* [choice_count] of `choice` */
  size_t choice_count;
  uint64_t stream;       /* of the generator: made from the name */
  am_place place;
} am_point_variable;

/* A distribution of variables: a row of points.c. */
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

typedef struct {
  long count;           /* points; 0: as many as the file has */
  uint64_t seed;
  am_point_variable *variables; /* [variable_count] */
  int variable_count;
  int size;             /* numbers of one point */
  const char *file;     /* path of the HDF5 file as opened, NULL: generated */
  am_place place;
} am_points;

/* The most points of a case. */
enum { AM_POINTS_MOST = 1000000000 };

/* Reads and checks the key; AM_INPUT with a message.  A file is only named
 * here: point/sample.h opens it. */
AM_MUST_USE am_status am_points_read(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     am_points **points);

/* All distributions: [*count]. */
const am_distribution *am_distributions(size_t *count);

/* Values [size] of point `index` (from 0), a pure function; tensors as
 * tensor components. */
void am_points_draw(const am_points *points, long index, double *values);

#endif
