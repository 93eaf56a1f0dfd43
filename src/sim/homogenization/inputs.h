/* inputs.h: verifies before a run that all cooperating processes have read the
 * same input.  An outdated file on one host would otherwise mix results of
 * different inputs. */
#ifndef AM_HOMOGENIZATION_INPUTS_H
#define AM_HOMOGENIZATION_INPUTS_H

#include "case/case.h"
#include "team/team.h"

/* Compares digests of the case text, of its materials and of the data files
 * that it names; `sets` [count] are assignments "KEY=VALUE", which may name
 * further files.  AM_INPUT on all members, with a message that names a member
 * whose input differs from that of the first. */
AM_MUST_USE am_status am_inputs_agree(am_report *report, am_team *team,
                                      const am_case *description,
                                      const char *const *sets, size_t count);

#endif
