/* batch.h: many points of a case, to an HDF5 file (archive/archive.h).
 *
 * Points are taken in chunks that fit into memory; each chunk walks the whole
 * path, and is committed to the file when it is done.  A point gives the same
 * bits alone, in any chunk, with any number of threads.  A loading step that
 * does not converge is halved as in run.h, the point alone; a point that
 * fails gets its status, and NaN in the rows that it does not reach.
 *
 * batch takes chunk after chunk; chunk holds their fields, stepping advances
 * them along the path, store writes their rows into datasets (layout).  notes
 * says in the file what its case was, and replay makes one of its points a
 * case of its own.  Where ends of segments depend on where a point is, alone
 * walks them one by one. */
#ifndef AM_BATCH_BATCH_H
#define AM_BATCH_BATCH_H

#include "batch/options.h"
#include "point/run.h"

typedef struct {
  long points;       /* of the file, a shard's own */
  long before;       /* of them, done before this session */
  long done;         /* all that are done now */
  double steps;      /* loading steps of points in this session */
  double failed;     /* points that failed in this session */
  double *statuses;  /* [am_batch_statuses] points by status */
  am_summary work;
  const char *reason; /* what was wrong with the last point whose parameters
                         are not admissible, or NULL */
} am_batch_summary;

typedef struct am_batch am_batch;

/* Makes the case and the file ready; NULL, and a note, for a shard without
 * points. */
AM_MUST_USE am_status am_batch_prepare(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_batch_options *options,
                                       am_batch **batch);

const am_run *am_batch_run_of(const am_batch *batch);

/* Loading steps of all points that are still to do. */
double am_batch_steps(const am_batch *batch);

/* Runs all points and closes the file.  AM_FAILED without a message where
 * points failed, with one where it was stopped; AM_ENVIRONMENT with a message
 * when the file could not be written or the engine failed.  The file is valid
 * in any case. */
AM_MUST_USE am_status am_batch_walk(am_batch *batch, am_report *report,
                                    am_batch_summary *summary);

#endif
