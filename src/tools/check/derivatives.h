/* derivatives.h: compares derivatives of a law with difference quotients.
 *
 * At each random state, every entry is compared with central differences of
 * many step sizes (parts.h).  Steps that cross a kink or cover more than half
 * the distance to a singular point are rejected; if fewer than four remain, the
 * state is drawn again.  Matrices with more than 60 directions are tested in a
 * subset of directions per state. */
#ifndef AM_CHECK_DERIVATIVES_H
#define AM_CHECK_DERIVATIVES_H

#include "check/parts.h"

/* ---- matrices of derivatives as data (matrices.c) ------------------------ */

/* Differentiated values. */
typedef enum {
  AM_VALUES_OMEGA,
  AM_VALUES_PSI,
  AM_VALUES_STRESS,
  AM_VALUES_FORCE,
  AM_VALUES_FLOW,  /* dPsi/dA */
  AM_VALUES_RATE,  /* of the internal variables and the energies */
  AM_VALUES_CHANGE /* df/dy u_y + df/deps u_eps */
} am_differentiated;

enum { AM_DIRECTIONS_MOST = 3 };

/* Matrix [values][columns] for each kind of input; external fields that follow
 * the strain extend the rows.  Outputs of a function of the law, or of nodes.
 * Directions of AM_INPUT_DIRECTION and AM_INPUT_ALONG are columns. */
typedef struct {
  const char *check, *what; /* of the findings */
  am_differentiated values;
  am_function function;
  am_node *(*nodes)(am_subject *subject); /* instead of the function */
  bool headed; /* the values precede their derivatives in the outputs */
  am_input_kind along[AM_DIRECTIONS_MOST];
  int along_count;
} am_matrix;

/* Adds findings: the worst entry, and the median order of convergence of the
 * differences.  Does nothing if the law has no such values or inputs. */
AM_MUST_USE am_status am_check_matrix(am_subject *subject,
                                      const am_matrix *matrix);

/* ---- comparison (derivatives.c) ------------------------------------------ */

/* Tensor component as users see it, or a scalar: a weighted sum of coordinates
 * (base/basis.h) of the strain, the stress, an internal variable, its rate or
 * its driving force. */
typedef struct {
  const char *name;  /* "eps[xy]", "A_x[2][xx]", "alpha" */
  int offset, size;  /* coordinates offset … offset + size - 1 */
  double weight[6];  /* [size] weights of the coordinates */
} am_tensor_component;

typedef struct {
  am_tensor_component *items; /* [count] */
  int count;
} am_components;

/* Directions of differentiation: components of the strain, the state or the
 * forces, or external fields; the directions of AM_INPUT_DIRECTION, including
 * theta; or the direction of AM_INPUT_ALONG. */
typedef struct {
  am_input_kind kind;
  am_components components; /* one for each direction */
  int coordinates; /* number of leading state coordinates that a direction
                      changes */
  int offset, row_stride, stride; /* positions of the derivatives in the
                                     outputs: offset, distance between rows,
                                     distance between directions */
} am_directions;

/* Matrix of derivatives, and the values that are differentiated. */
typedef struct {
  const char *check, *what; /* of the findings */
  am_values *values;        /* differentiated values */
  am_components rows;       /* components of the values */
  am_values *derivatives;   /* outputs that contain the derivatives */
  am_directions along[AM_DIRECTIONS_MOST];
  int along_count;
} am_derivatives;

AM_MUST_USE am_status am_check_derivatives(am_subject *subject,
                                           const am_derivatives *derivatives);

#endif
