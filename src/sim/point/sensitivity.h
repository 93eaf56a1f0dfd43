/* sensitivity.h: columns of derivatives by parameters.
 *
 *     sensitivity.NAME.ij            dsigma_ij/dNAME
 *     sensitivity.NAME.strain.ij     strain
 *     sensitivity.NAME.VARIABLE.ij   internal variable
 *     sensitivity.NAME.F.ij          deformation gradient, if prescribed
 *     sensitivity.NAME.P.ij          nominal stress, if F is prescribed
 *     sensitivity.NAME.cauchy.ij     Cauchy stress, if F is prescribed
 *     sensitivity.NAME.time          time, nonzero from the first event on
 *
 * NAME is a scalar parameter of the material, or a member tau[2] of a list. */
#ifndef AM_POINT_SENSITIVITY_H
#define AM_POINT_SENSITIVITY_H

#include "point/columns.h"
#include "point/record.h"

/* Selects the parameters named by columns of the case for differentiation;
 * AM_INPUT, with a message, if one is invalid. */
AM_MUST_USE am_status am_sensitivity_choose(am_arena *arena,
                                            am_report *report,
                                            const am_case *description,
                                            am_law *law);

/* Place of the first such column of the case; NULL: there is none. */
const am_place *am_sensitivity_place(am_arena *arena,
                                     const am_case *description);

/* Parameter with a non-finite derivative, NULL: none. */
const char *am_sensitivity_unknown(const am_law *law, const am_step *step);

/* ---- row of the table of quantities ------------------------------------- */

void am_sensitivity_list(am_columns *columns, const am_quantity *quantity,
                         const am_law *law);

/* Values of a set at the end of a loading step. */
void am_sensitivity_fill(const am_column_set *set, const am_record *record,
                         double *values);

/* True if the request denotes the column: by its name, or as a component of the
 * tensor or member of the list named by the request. */
bool am_sensitivity_meant(const char *column, const char *request);

#endif
