/* batch.h: runs many points of a case and writes an HDF5 file
 * (archive/archive.h).
 *
 * Points are processed in chunks that fit into memory. Each chunk runs through
 * the whole path and is then committed to the file. The results of a point are
 * bitwise identical for any size of chunks and any number of threads. A loading
 * step that does not converge is halved as in run.h, for this point only. A
 * point that fails gets its status, and NaN in all rows not reached.
 *
 * Files of the module: batch loops over chunks; chunk holds the fields of
 * points; stepping advances them along the path; store writes rows to datasets
 * (layout). metadata stores the case in the file, and replay converts one point
 * to a case. one_by_one runs points one by one if the ends of segments depend
 * on the state of a point. */
#ifndef AM_BATCH_BATCH_H
#define AM_BATCH_BATCH_H

#include "point/run.h"

/* Options of a batch. */
typedef struct {
  const char *output;   /* path of the file */
  bool resume;          /* continue an existing file */
  int compression;      /* deflate level 0 … 9 */
  long points;          /* number of points to run; 0: all */
  long shard, shards;   /* shard I of N (archive/archive.h), written to
                           `output`; N = 0 or 1: all points */
  const am_engine *engine; /* engine, lanes and threads as in am_request */
  int lanes, threads;
  long chunk;           /* points per chunk in memory, a multiple of 64; 0: as
                           many as fit in memory */
  const char *version;  /* version of the program, stored in the file */
  const char *const *sets; /* [set_count] --set assignments applied to the
                              case */
  size_t set_count;
} am_batch_options;

/* Statuses of points in addition to those of engines. */
typedef enum {
  AM_BATCH_UNFIT = AM_POINT_STATUSES, /* parameters or variables out of
                                         bounds */
  AM_BATCH_TARGET,                    /* target not finite */
  AM_BATCH_STATUSES
} am_batch_status;

const char *am_batch_status_text(int status);

/* Results of a batch. */
typedef struct {
  long points;       /* points in the file, or in the shard */
  long before;       /* points done before this session */
  long done;         /* points done in total */
  double steps;      /* loading steps, summed over points, in this session */
  double failed;     /* points that failed in this session */
  double *statuses;  /* [AM_BATCH_STATUSES] points by status */
  double filling;    /* time for columns, including transfers from a device … */
  double writing;    /* … and for the file (s) */
  am_summary work;
  const char *reason; /* reason for the last point with parameters out of
                         bounds, or NULL */
} am_batch_summary;

typedef struct am_batch am_batch;

/* Prepares the case and the file; NULL, with a note, for a shard without
 * points. */
AM_MUST_USE am_status am_batch_prepare(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_batch_options *options,
                                       am_batch **batch);

const am_run *am_batch_run_of(const am_batch *batch);

/* Runs all points and closes the file. AM_FAILED without a message if points
 * failed, with a message if stopped; AM_ENVIRONMENT, with a message, if the
 * file could not be written or the engine failed. The file is valid in all
 * cases. */
AM_MUST_USE am_status am_batch_drive(am_batch *batch, am_report *report,
                                     am_batch_summary *summary);

/* ---- replay.c: one point as a case --------------------------------------- */

/* Runs the point for which `run` was prepared, and writes a case that gives the
 * same results, with parameters, initial state and targets of all loading steps
 * reached as numbers. A failure of the point is reported as a note. */
AM_MUST_USE am_status am_replay_write(am_arena *arena, am_report *report,
                                      am_run *run, am_buffer *out);

/* Reads the case and its material from the result file of a batch. AM_INPUT,
 * with a message, if the file does not contain a batch. */
AM_MUST_USE am_status am_replay_open(am_arena *arena, am_report *report,
                                     const char *path, am_case **description,
                                     const am_material **material);

/* True if the assignment "KEY=VALUE" is stored in the file; the choice of the
 * engine is stored separately. */
bool am_set_is_noted(const char *set);

#endif
