/* parts.h: headers of check for other modules, in addition to check.h, and the
 * comparison with stated values:
 *
 *   differences    derivatives by central differences
 *   finite_strain  laws under deformation gradients
 *   loadings       random loading steps under strain control
 *   sampling       random states of a law, independent of its units; vectors */
#ifndef AM_CHECK_PARTS_H
#define AM_CHECK_PARTS_H

#include "case/case.h"
#include "case/parts.h"
#include "check/check.h"
#include "check/differences.h"
#include "check/finite_strain.h"
#include "check/loadings.h"
#include "check/sampling.h"
#include "engine/parts.h"
#include "expr/parts.h"
#include "table/table.h"

/* Comparison with expected values stated by a case or a material. */

/* Runs a case and adds a finding for each comparison of its `expect`, or for
 * its completion. check: "expect" or "own"; material NULL: that of the case;
 * title of the comparisons, or NULL. Uses arena, report, stop and findings of
 * the subject.  AM_FAILED, AM_INPUT or AM_ENVIRONMENT with a message if the
 * case does not run to its end. */
AM_MUST_USE am_status am_check_case(am_subject *subject, const char *check,
                                    am_case *description,
                                    const am_material *material,
                                    const char *title);

/* Adds findings for a table of rows from another run. */
AM_MUST_USE am_status am_check_table(am_subject *subject, const char *check,
                                     const am_case *description,
                                     const am_table *table, const char *title);

#endif
