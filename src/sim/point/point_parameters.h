/* point_parameters.h: laws with parameters that vary from point to point.
 *
 * Scalar parameters may vary unless they determine the structure of the law (a
 * count, an index): the graph is valid for any of their values. */
#ifndef AM_POINT_POINT_PARAMETERS_H
#define AM_POINT_POINT_PARAMETERS_H

#include "case/parts.h"

typedef struct am_point_parameters am_point_parameters;
typedef struct am_point_parameters_frame am_point_parameters_frame;

/* Index of the parameter `name` in the parameter numbers; -1: unknown name.
 * AM_INPUT if the parameter cannot vary. */
AM_MUST_USE am_status am_point_parameters_find(am_report *report,
                                               const am_law *law,
                                               const char *name, am_place place,
                                               int *index);

/* Conditions on parameters: bounds, requirements, finite definitions and
 * initial values. */
am_point_parameters *am_point_parameters_new(am_arena *arena,
                                             const am_law *law);

/* Workspace; each thread needs its own. */
am_point_parameters_frame *am_point_parameters_frame_new(
    am_arena *arena, const am_point_parameters *vary);

/* Checks parameters [parameter_numbers] and computes the initial state [nx].
 * Returns NULL, or a phrase that describes the violated condition. If strains
 * are measured from an initial stress, also stores that origin in the
 * parameters. */
const char *am_point_parameters_initial(am_point_parameters_frame *frame,
                                        double *parameters, double *state);

#endif
