/* export.h: exports a law as the source of a shared library for other solvers.
 *
 * The source consists of that of emit/source.h, followed by host*.h: one step
 * of one point in the conventions of hosts (host.h), MFront's generic behaviour
 * (host_generic.h), the UMAT of Abaqus (host_umat.h), and the case of a failed
 * step (host_dump.h).  Only their entry points are visible, and the library
 * depends on libm only. */
#ifndef AM_EXPORT_EXPORT_H
#define AM_EXPORT_EXPORT_H

#include "export/description.h"

/* Source text.  The law must have energies, the solver a tangent. */
AM_MUST_USE am_status am_export_write(am_arena *arena, am_report *report,
                                      am_law *law, const am_export *export,
                                      const char **text);

/* Compiles the text to the shared library FILE; `architecture` of -march, NULL:
 * baseline of the processor family. */
AM_MUST_USE am_status am_export_compile(am_arena *arena, am_report *report,
                                        const char *text,
                                        const char *architecture,
                                        const char *file);

/* Command that compiles the text SOURCE to FILE. */
const char *am_export_command(am_arena *arena, const char *source,
                              const char *architecture, const char *file);

/* Lines of input for a host that uses the library FILE; AM_USAGE with a message
 * for an unknown host. */
AM_MUST_USE am_status am_export_snippet(am_arena *arena, am_report *report,
                                        const am_export *export,
                                        const char *host, const char *file,
                                        const char **text);

extern const char *const am_export_hosts[]; /* terminated by NULL */

#endif
