/* check.h: compares an exported library with the law from which it was made. */
#ifndef AM_EXPORT_CHECK_H
#define AM_EXPORT_CHECK_H

#include "check/check.h"
#include "export/library.h"

/* Opens the library FILE, reads the law and settings that it names, and
 * compares random loading steps through both interfaces, from one thread and
 * from two, with the interpreter: a finding for each comparison.  AM_INPUT or
 * AM_ENVIRONMENT with a message if this is impossible. */
AM_MUST_USE am_status am_export_check(am_arena *arena, am_report *report,
                                      const char *file, am_library *library,
                                      am_findings *findings);

#endif
