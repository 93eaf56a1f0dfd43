/* field_curves.h: terms of a law that depend on external fields and parameters
 * only, as functions of the fraction s of a loading step, in which the fields
 * are linear; private to the module engine.
 *
 * Terms are maximal: each is an operand that the rates or the stress combine
 * with strains or the state. Terms that are linear in the fields are
 * omitted. */
#ifndef AM_ENGINE_FIELD_CURVES_H
#define AM_ENGINE_FIELD_CURVES_H

#include "engine/parts.h"

typedef struct {
  const am_graph *graph; /* terms, then their s-derivatives */
  am_node *nodes;      /* [node_count] the first `bound` depend on parameters
                          only; derivatives start at value_count */
  int bound, value_count, node_count;
  double *values;      /* by node, also ranges */
  am_interval *ranges;
  am_node *terms, *slopes; /* [count] */
  int count;
  am_node *comparisons; /* [comparison_count] */
  int comparison_count;
  double from[AM_MOST_EXTERNAL], change[AM_MOST_EXTERNAL];
  int nf;
  bool is_bound; /* parameters are set */
} am_field_curves;

/* Returns NULL if the law has no such terms. */
am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law);

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
