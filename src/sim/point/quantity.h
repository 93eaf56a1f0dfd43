/* quantity.h: what the columns of a material point can show. */
#ifndef AM_POINT_QUANTITY_H
#define AM_POINT_QUANTITY_H

#include "point/columns.h"
#include "point/record.h"

/* All of them, also for `automat list columns`. */
const am_quantity *am_point_quantities(size_t *count);

/* Those of the state that a step has found. */
am_stored am_stored_in(const am_law *law, const am_step *step);

/* Do the columns of a case need dissipation and work? */
bool am_point_needs_energies(am_arena *arena, const am_case *description);

/* Chooses the columns of a case for a law: am_columns_choose, and AM_INPUT for
 * tangents that the case does not integrate.  inputs: names in expressions of
 * columns. */
AM_MUST_USE am_status am_point_columns(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_law *law,
                                       const am_path_names *inputs,
                                       am_columns **columns);

#endif
