/* sensitivity.h: columns of derivatives by parameters; internal to driver.
 *
 *     sensitivity.NAME.ij            dsigma_ij/dNAME
 *     sensitivity.NAME.strain.ij     of the strain
 *     sensitivity.NAME.VARIABLE.ij   of an internal variable
 *
 * NAME is a scalar parameter of the material, or a member tau[2] of a list. */
#ifndef AM_POINT_SENSITIVITY_H
#define AM_POINT_SENSITIVITY_H

#include "point/quantity.h"

/* Chooses the parameters that columns of the case name; AM_INPUT with a
 * message where one does not go. */
AM_MUST_USE am_status am_sensitivity_choose(am_arena *arena,
                                            am_report *report,
                                            const am_case *description,
                                            am_law *law);

/* The first such column of the case; NULL: it has none. */
const am_place *am_sensitivity_place(const am_case *description);

/* "sensitivity.E.x" of "sensitivity.E.x[2].xy", "sensitivity.E" of
 * "sensitivity.E.xx"; NULL of other columns. */
const char *am_sensitivity_quantity(am_arena *arena, const char *column);

/* Is the column one of those that the request means: itself, or a component
 * of the tensor or a member of the list that the request names? */
bool am_sensitivity_meant(const char *column, const char *request);

/* "MPa/s"; "" where it cannot be written simply. */
const char *am_sensitivity_unit(am_arena *arena, const am_shown *shown,
                                const char *column);

void am_sensitivity_list(const am_quantity *quantity, const am_shown *shown,
                         am_names *names);
void am_sensitivity_fill(const am_quantity *quantity, const am_shown *shown,
                         const am_record *record, double *values);

/* The parameter by which a derivative is not finite, NULL: none. */
const char *am_sensitivity_unknown(const am_law *law, const am_step *step);

#endif
