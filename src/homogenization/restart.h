/* restart.h: the state of a run in a file (output/snapshot.h), from which it
 * goes on to the same bits.
 *
 * It holds the strain and the state of every voxel at t_n, what the march
 * keeps beside them, the reference, and the rows so far; and, to be told from
 * others, the text of the case and of its materials, the assignments of
 * --set, the engine, the version and a checksum of the voxels. */
#ifndef AM_HOMOGENIZATION_RESTART_H
#define AM_HOMOGENIZATION_RESTART_H

#include "homogenization/run.h"

/* The march is at the end of a loading step.  AM_ENVIRONMENT with a message
 * when the file cannot be written; one that exists then stays. */
AM_MUST_USE am_status am_restart_write(am_cell_run *run, am_report *report);

/* Brings a run that is at its start to where the file is.  AM_INPUT with a
 * message when it is missing, not as it was written, or of another case. */
AM_MUST_USE am_status am_restart_read(am_cell_run *run, am_report *report);

#endif
