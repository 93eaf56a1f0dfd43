/* field_curves.h: the terms of a law that depend on external fields and
 * parameters alone, as functions of the part s of a loading step, in which the
 * fields are linear.
 *
 * A term is as large as possible: what the rates and the stress combine with
 * strains or with the state.  Terms that are linear in the fields are left
 * out. */
#ifndef AM_LAW_FIELD_CURVES_H
#define AM_LAW_FIELD_CURVES_H

#include "expr/parts.h"
#include "law/law.h"

typedef struct am_field_curves am_field_curves;

/* NULL: the law has no such terms. */
am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law);

/* The number of terms, and of comparisons in them. */
int am_field_curves_count(const am_field_curves *curves);
int am_field_curves_comparisons(const am_field_curves *curves);

/* Sets the parameters: values[i * stride]; does anything change by that? */
bool am_field_curves_bind(am_field_curves *curves, const double *values,
                          long stride);

/* Sets the fields [nf] at s = 0 and at s = 1. */
void am_field_curves_line(am_field_curves *curves, const double *from,
                          const double *to);

/* Terms [count] at s; and the difference of the two numbers that a comparison
 * compares there. */
void am_field_curves_at(am_field_curves *curves, double s, double *values);
double am_field_curves_difference(const am_field_curves *curves,
                                  int comparison);

/* Enclosures of the terms [count] for all s of an interval. */
void am_field_curves_over(am_field_curves *curves, am_interval s,
                          am_interval *values);

/* Then those of their derivatives by s [count].  False where a comparison may
 * change inside, so that terms may jump. */
bool am_field_curves_slopes(am_field_curves *curves, am_interval s,
                            am_interval *slopes);

#endif
