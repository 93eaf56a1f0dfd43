/* kinematics.c: names of the strain measures. */
#include "solver/kinematics.h"

const char *const am_kinematics_names[AM_KINEMATICS + 1] = {
    [AM_KINEMATICS_SMALL] = "small",
    [AM_KINEMATICS_LOGARITHMIC] = "logarithmic"};

am_status am_kinematics_read(am_report *report, const am_yaml *node,
                             am_kinematics *kinematics) {
  size_t chosen;
  AM_TRY(am_choice(report, node, "kinematics", am_kinematics_names,
                   AM_KINEMATICS, &chosen));
  *kinematics = (am_kinematics)chosen;
  return AM_OK;
}
