/* derivative.h: derivatives of a law against difference quotients.
 *
 * At each of the random states every entry is compared with a sweep of
 * central differences (sweep.h), and the worst one of a column with
 * gsl_deriv_central, whose own error estimate bounds the difference.  Steps
 * that cross a kink, or come half way to a singular point, are not taken;
 * where fewer than four are left the state is drawn again.  Of a matrix of more
 * than 60 columns each state takes some. */
#ifndef AM_CHECK_DERIVATIVE_H
#define AM_CHECK_DERIVATIVE_H

#include "check/axes.h"
#include "check/functions.h"

/* Columns of a matrix of derivatives: by coordinates of the strain, the state
 * or the forces; by the six directions (AM_INPUT_DIRECTION, with theta); or
 * by the other one (AM_INPUT_ALONG). */
typedef struct {
  am_input_kind kind;
  am_axes columns; /* of coordinates */
  int coordinates; /* of the state, that a direction moves: the first so many */
  int offset, row_stride, column_stride; /* where they stand in the outputs */
} am_columns_of;

enum { AM_DERIVATIVE_BLOCKS = 2 };

typedef struct {
  const char *check, *what; /* of the findings */
  am_values *values;        /* what is derived */
  am_axes rows;             /* of its coordinates */
  am_values *derivatives;   /* outputs that hold the derivatives */
  am_columns_of blocks[AM_DERIVATIVE_BLOCKS];
  int block_count;
} am_derivative;

/* Adds findings: the worst entry, the worst one by gsl_deriv_central, and the
 * median order of the errors' fall. */
AM_MUST_USE am_status am_check_derivative(am_subject *subject,
                                          const am_derivative *derivative);

#endif
