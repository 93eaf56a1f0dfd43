/* parts.h: further functions of laws for other modules, in addition to law.h:
 * terms of external fields within a loading step. */
#ifndef AM_LAW_PARTS_H
#define AM_LAW_PARTS_H

#include "diff/diff.h"
#include "law/law.h"

/* am_node_moves is true if a node depends on more than parameters and external
 * fields, am_node_is_affine if it is affine in the inputs that move. moves,
 * affine: results for the arguments of the node. */
bool am_node_moves(const am_graph *graph, am_node node, const bool *moves);
bool am_node_is_affine(const am_graph *graph, am_node node, const bool *moves,
                       const bool *affine);

/* Terms of a law that depend on external fields and parameters only, as
 * functions of the fraction s of a loading step, in which the fields are
 * linear.
 *
 * Terms are maximal: each is an operand that the rates or the stress combine
 * with strains or the state. Terms that are linear in the fields are
 * omitted. */

typedef struct am_field_curves am_field_curves;

/* Returns NULL if the law has no such terms. */
am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law);

/* Number of terms, and number of comparisons in them. */
int am_field_curves_count(const am_field_curves *curves);
int am_field_curves_comparisons(const am_field_curves *curves);

/* Sets the parameters values[i * stride]; true if any parameter changed. */
bool am_field_curves_bind(am_field_curves *curves, const double *values,
                          long stride);

/* Sets the fields [nf] at s = 0 and s = 1. */
void am_field_curves_line(am_field_curves *curves, const double *from,
                          const double *to);

/* Evaluates the terms [count] at s. am_field_curves_difference: difference of
 * the operands of a comparison at the same s. */
void am_field_curves_at(am_field_curves *curves, double s, double *values);
double am_field_curves_difference(const am_field_curves *curves,
                                  int comparison);

/* Enclosures of the terms [count] on an interval of s. */
void am_field_curves_over(am_field_curves *curves, am_interval s,
                          am_interval *values);

/* Enclosures of the s-derivatives of the terms [count], after
 * am_field_curves_over for the same interval; false if a comparison may change
 * within the interval, so that terms may be discontinuous. */
bool am_field_curves_slopes(am_field_curves *curves, am_interval s,
                            am_interval *slopes);

#endif
