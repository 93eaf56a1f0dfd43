/* settings.h: the mapping `homogenization` of a case; internal to cell.c and
 * settings.c. */
#ifndef AM_HOMOGENIZATION_SETTINGS_H
#define AM_HOMOGENIZATION_SETTINGS_H

#include "homogenization/cell.h"

/* node: NULL for the defaults. */
AM_MUST_USE am_status am_homogenization_read(am_report *report,
                                             const am_yaml *node,
                                             const am_microstructure *micro,
                                             am_homogenization *settings);

#endif
