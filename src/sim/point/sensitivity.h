/* sensitivity.h: columns of derivatives by parameters.
 *
 *     sensitivity.NAME.ij            dsigma_ij/dNAME
 *     sensitivity.NAME.strain.ij     of the strain
 *     sensitivity.NAME.VARIABLE.ij   of an internal variable
 *     sensitivity.NAME.F.ij          of the deformation gradient, where that is
 *     sensitivity.NAME.P.ij          given; of the nominal stress,
 *     sensitivity.NAME.cauchy.ij     and of the Cauchy stress
 *     sensitivity.NAME.time          of the time, at an event and behind it
 *
 * NAME is a scalar parameter of the material, or a member tau[2] of a list. */
#ifndef AM_POINT_SENSITIVITY_H
#define AM_POINT_SENSITIVITY_H

#include "point/columns.h"
#include "point/record.h"

/* Chooses the parameters that columns of the case name; AM_INPUT with a
 * message where one does not go. */
AM_MUST_USE am_status am_sensitivity_choose(am_arena *arena,
                                            am_report *report,
                                            const am_case *description,
                                            am_law *law);

/* The first such column of the case; NULL: it has none. */
const am_place *am_sensitivity_place(am_arena *arena,
                                     const am_case *description);

/* The parameter by which a derivative is not finite, NULL: none. */
const char *am_sensitivity_unknown(const am_law *law, const am_step *step);

/* ---- as a row of the table of quantities -------------------------------- */

void am_sensitivity_list(am_columns *columns, const am_quantity *quantity,
                         const am_law *law);

/* The numbers of a set at the end of a loading step. */
void am_sensitivity_fill(const am_column_set *set, const am_record *record,
                         double *values);

/* Is the column one of those that the request means: itself, or a component
 * of the tensor or a member of the list that the request names? */
bool am_sensitivity_meant(const char *column, const char *request);

#endif
