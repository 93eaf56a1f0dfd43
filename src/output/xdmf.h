/* xdmf.h: a description of an archive for ParaView's reader of XDMF 3
 * (eXtensible Data Model and Format, https://www.xdmf.org), which it takes
 * by itself for such files.
 *
 * The points lie in a row, point k at x = k; every output time is a step of
 * a temporal collection; every component is a scalar, "stress.xx", because
 * XDMF's order of a tensor's components is another one.  Components are
 * parts of the datasets, FILE:DATASET|START:STRIDE:COUNT:SIZE, as that
 * reader takes no items of the type HyperSlab. */
#ifndef AM_OUTPUT_XDMF_H
#define AM_OUTPUT_XDMF_H

#include "output/archive.h"

/* Writes NAME.xdmf for the archive NAME.h5; NAME.xdmf for any other NAME.
 * With more than a million components of all times there is only a note. */
AM_MUST_USE am_status am_xdmf_write(am_arena *arena, am_report *report,
                                    const char *path,
                                    const am_archive_layout *layout);

#endif
