/* inputs.h: what processes that work together have read, compared before they
 * begin: a file that is out of date on one host would give a mixture. */
#ifndef AM_HOMOGENIZATION_INPUTS_H
#define AM_HOMOGENIZATION_INPUTS_H

#include "case/case.h"
#include "team/team.h"

/* Compares the text of the case, and the contents of its materials and of the
 * files it names, by digests; `sets` [count] are assignments "KEY=VALUE", which
 * may name others.  AM_INPUT of all members, with a message that names one that
 * differs from the first. */
AM_MUST_USE am_status am_inputs_agree(am_report *report, am_team *team,
                                      const am_case *description,
                                      const char *const *sets, size_t count);

#endif
