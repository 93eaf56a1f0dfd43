/* own.h: the values that a case or a material itself states. */
#ifndef AM_CHECK_OWN_H
#define AM_CHECK_OWN_H

#include "check/check.h"
#include "table/table.h"
#include "case/case.h"

/* Runs a case and adds a finding for each comparison of its `expect`, or one
 * that it ran to its end.  check: "expect" or "own"; material NULL: the one
 * that the case names; title of the comparisons, or NULL.  Needs arena,
 * report, stop and findings of the subject.  AM_FAILED, AM_INPUT or
 * AM_ENVIRONMENT with a message where the case cannot be run to its end. */
AM_MUST_USE am_status am_check_case(am_subject *subject, const char *check,
                                    am_case *description,
                                    const am_material *material,
                                    const char *title);

/* The same for the rows of a run that was made otherwise. */
AM_MUST_USE am_status am_check_table(am_subject *subject, const char *check,
                                     const am_case *description,
                                     const am_table *table,
                                     const char *title);

#endif
