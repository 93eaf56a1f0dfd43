/* check.h: is a library that was exported the law that it was made of? */
#ifndef AM_EXPORT_CHECK_H
#define AM_EXPORT_CHECK_H

#include "check/check.h"
#include "export/library.h"

/* Takes random loading steps through both interfaces, from one thread and from
 * two, and by the interpreter, and adds a finding for each comparison.  The
 * subject's law is that of library->material, with energies; the solver that of
 * library->solver.  AM_INPUT with a message where there is no such step. */
AM_MUST_USE am_status am_export_check(am_subject *subject,
                                      const am_library *library,
                                      const am_solver *solver);

#endif
