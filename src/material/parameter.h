/* parameter.h: values of parameters, from a material or as overrides. */
#ifndef AM_MATERIAL_PARAMETER_H
#define AM_MATERIAL_PARAMETER_H

#include "material/material.h"

/* Reads one entry of `parameters` of a material file, short or long form. */
AM_MUST_USE am_status am_parameter_read(am_arena *arena, am_report *report,
                                        const am_yaml *node,
                                        am_parameter *parameter);

/* Replaces the value of `parameter`, keeping its kind; a list may change its
 * length.  AM_INPUT when the value is out of bounds. */
AM_MUST_USE am_status am_parameter_override(am_arena *arena,
                                            am_report *report,
                                            const am_yaml *node,
                                            am_parameter *parameter);

/* Six tensor components from a mapping of components (missing: 0). */
AM_MUST_USE am_status am_components_read(am_report *report,
                                         const am_yaml *node,
                                         const char *what, double *t);

/* Is `text` made of known units, "MPa*s", "1/s", "Pa^-8.2/s"? */
bool am_unit_known(const char *text);

#endif
