/* export.h: a law as the text of a shared library that other solvers load.
 *
 * The text is that of emit/source.h, and behind it that of host*.h: one step of
 * one point as hosts have it (host.h), MFront's generic behaviour (generic.h),
 * the UMAT of Abaqus (umat.h), and the case of a step that failed (dump.h).
 * Nothing but their entries is visible, and the library needs no other than
 * libm. */
#ifndef AM_EXPORT_EXPORT_H
#define AM_EXPORT_EXPORT_H

#include "export/description.h"

/* The text.  The law has energies, the solver a tangent. */
AM_MUST_USE am_status am_export_write(am_arena *arena, am_report *report,
                                      am_law *law, const am_export *export,
                                      const char **text);

/* Compiles it to the shared library FILE; `architecture` of -march, NULL: what
 * every processor of the kind has. */
AM_MUST_USE am_status am_export_compile(am_arena *arena, am_report *report,
                                        const char *text,
                                        const char *architecture,
                                        const char *file);

/* The command that compiles the text SOURCE to FILE. */
const char *am_export_command(am_arena *arena, const char *source,
                              const char *architecture, const char *file);

/* Lines of input for a host that use a library FILE; AM_USAGE with a message
 * for an unknown host. */
AM_MUST_USE am_status am_export_snippet(am_arena *arena, am_report *report,
                                        const am_export *export,
                                        const char *host, const char *file,
                                        const char **text);

extern const char *const am_export_hosts[]; /* closed by NULL */

#endif
