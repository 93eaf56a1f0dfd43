/* quantity.h: quantities available as columns of a material point. */
#ifndef AM_POINT_QUANTITY_H
#define AM_POINT_QUANTITY_H

#include "point/columns.h"
#include "point/record.h"

/* All quantities, also for `automat list columns`. */
const am_quantity *am_point_quantities(size_t *count);

/* Energies of the state at the end of a step. */
am_initial_energies am_initial_energies_in(const am_law *law,
                                           const am_step *step);

/* True if the columns of a case need dissipation and work. */
bool am_point_needs_energies(am_arena *arena, const am_case *description);

/* Chooses the columns of a case (am_columns_choose); AM_INPUT also if tangents
 * are requested but not computed. inputs: names in expressions of columns. */
AM_MUST_USE am_status am_point_columns(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_law *law,
                                       const am_path_names *inputs,
                                       am_columns **columns);

/* ---- deformation.c: prescribed deformation gradient ---------------------- */

/* Offers F and P (nine components each) and the Cauchy stress if the law uses
 * deformation gradients; otherwise nothing. */
void am_deformation_offer(am_columns *columns, const am_law *law);

/* dP/dF: values [81] of the quantity `tangent`. */
void am_deformation_tangent(const am_column_set *set, const void *record,
                            double *values);

/* The quantities, for lists of columns. */
const am_quantity *am_deformation_quantities(size_t *count);

#endif
