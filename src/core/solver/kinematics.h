/* kinematics.h: the strain measure of a law (key `kinematics` of materials and
 * cases). */
#ifndef AM_SOLVER_KINEMATICS_H
#define AM_SOLVER_KINEMATICS_H

#include "yaml/yaml.h"

typedef enum {
  AM_KINEMATICS_SMALL,       /* symmetric displacement gradient */
  AM_KINEMATICS_LOGARITHMIC, /* E = ln(F'F)/2 (kernel/control/logarithmic.h) */
  AM_KINEMATICS
} am_kinematics;

/* "small", "logarithmic"; terminated by NULL */
extern const char *const am_kinematics_names[AM_KINEMATICS + 1];

AM_MUST_USE am_status am_kinematics_read(am_report *report,
                                         const am_yaml *node,
                                         am_kinematics *kinematics);

#endif
