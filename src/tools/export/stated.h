/* stated.h: the paths of the checks that a material states, through the
 * interfaces of a library; internal to export. */
#ifndef AM_EXPORT_STATED_H
#define AM_EXPORT_STATED_H

#include "export/interfaces.h"

/* A finding for each check: all its loading steps, by the strains that the
 * interpreter finds, through all interfaces.  One whose law the library cannot
 * be is skipped. */
AM_MUST_USE am_status am_export_check_stated(const am_host_session *session);

#endif
