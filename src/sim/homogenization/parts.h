/* parts.h: headers of homogenization for other modules, in addition to
 * run.h. */
#ifndef AM_HOMOGENIZATION_PARTS_H
#define AM_HOMOGENIZATION_PARTS_H

#include "homogenization/columns.h"
#include "homogenization/fields.h"
#include "homogenization/plan.h"
#include "homogenization/settings.h"
#include "point/run.h"

/* ---- inputs.c: inputs of cooperating processes --------------------------- */

/* Compares digests of the case text, of its materials and of the data files
 * that it names; `sets` [count] are assignments "KEY=VALUE", which may name
 * further files.  AM_INPUT on all members, with a message that names a member
 * whose input differs from that of the first. */
AM_MUST_USE am_status am_inputs_agree(am_report *report, am_team *team,
                                      const am_case *description,
                                      const char *const *sets, size_t count);

#endif
