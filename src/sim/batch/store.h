/* store.h: the columns of a batch as datasets of its file.
 *
 * Columns of one quantity make one dataset: stress.xx … stress.xy are
 * /stress [points][rows][6], x[1].xx … are /internal/x.  Behind them stand
 * those that points have once: status, failed_at, the totals of work, and the
 * points' own variables. */
#ifndef AM_BATCH_STORE_H
#define AM_BATCH_STORE_H

#include "archive/archive.h"
#include "archive/parts.h"
#include "batch/chunk.h"
#include "batch/options.h"

/* What counts of points are called in the file, and where am_summary has
 * them. */
typedef struct {
  const char *name;
  size_t summary; /* an offset */
  const char *about;
} am_total_info;

extern const am_total_info am_totals[AM_TOTALS];

typedef struct am_store_thread am_store_thread;

/* Which points, and how many at once. */
typedef struct {
  am_shard shard; /* those of the file */
  int grain;      /* of a chunk of the file */
  long stride;    /* the most of a chunk in memory */
} am_store_plan;

typedef struct {
  const am_run *run;
  long first; /* point of the file */
  am_archive *archive;
  am_archive_layout layout;
  am_archive_field *fields; /* [field_count] */
  int row_fields, field_count;
  int *field_of;       /* [columns] -1: not stored (time) */
  int *place_of;       /* [columns] among the numbers of its field */
  double *row;         /* of all points: [row_fields][count][size] */
  am_store_thread *per_thread; /* [threads] */
  int threads;
} am_store;

/* Memory for each point [bytes]. */
size_t am_store_bytes(const am_run *run);

/* Creates the file, or opens the one to resume. */
AM_MUST_USE am_status am_store_open(am_arena *arena, am_report *report,
                                    const am_run *run,
                                    const am_batch_options *options,
                                    const am_store_plan *plan,
                                    am_store **store);

/* Row `place` of all points of the chunk, NaN where they have failed. */
AM_MUST_USE am_status am_store_row(am_store *store, am_report *report,
                                   am_chunk *chunk, const am_target *target,
                                   long place, double time);

/* All rows of the points of a chunk, numbers [count][rows][columns]. */
AM_MUST_USE am_status am_store_all(am_store *store, am_report *report,
                                   const am_chunk *chunk,
                                   const double *numbers);

/* What is stored once for each point; then they are all done. */
AM_MUST_USE am_status am_store_finish(am_store *store, am_report *report,
                                      const am_chunk *chunk);

/* Warns of columns that have no number, see am_columns_warn. */
void am_store_warn(const am_store *store, am_report *report);

/* layout.c: the datasets of the columns and of what points have once. */
void am_store_layout(am_arena *arena, am_store *store);

/* notes.c: the attributes from which a point can be replayed: [*count]. */
const am_archive_note *am_store_notes(am_arena *arena, const am_run *run,
                                      const am_batch_options *options,
                                      const am_shard *shard, int *count);

#endif
