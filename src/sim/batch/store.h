/* store.h: writes the columns of a batch to datasets of its file.
 *
 * Columns of one quantity form one dataset: stress.xx … stress.xy are /stress
 * [points][rows][6], x[1].xx … are /internal/x. Datasets with one value per
 * point follow: status, failed_at, total counts of work, and the variables of
 * the points. */
#ifndef AM_BATCH_STORE_H
#define AM_BATCH_STORE_H

#include "archive/archive.h"
#include "archive/parts.h"
#include "batch/chunk.h"
#include "batch/options.h"

/* Name of a per-point count in the file. */
typedef struct {
  const char *name, *about;
} am_total_info;

extern const am_total_info am_totals[AM_TOTALS];

/* Place of a column's values in a row of all points. */
typedef struct {
  int field; /* -1: not stored (time) */
  int start; /* numbers per point of the fields before */
  int size;  /* numbers per point of the field */
  int index; /* among these */
} am_store_place;

typedef struct am_store_thread am_store_thread;

/* Points to store, and sizes of chunks. */
typedef struct {
  am_shard shard; /* points of the file */
  int grain;      /* points per chunk of the file */
  long stride;    /* maximum number of points per chunk in memory */
} am_store_plan;

typedef struct {
  const am_run *run;
  long first; /* first point of the file */
  am_archive *archive;
  am_archive_layout layout;
  am_archive_field *fields; /* [field_count] */
  int row_fields, field_count;
  am_store_place *places; /* [columns] */
  double *row;         /* one row of all points: [row_fields][count][size] */
  am_store_thread *per_thread; /* [threads] */
  int threads;
} am_store;

/* Memory per point (bytes). */
size_t am_store_bytes(const am_run *run);

/* Creates the file, or opens it to resume. */
AM_MUST_USE am_status am_store_open(am_arena *arena, am_report *report,
                                    const am_run *run,
                                    const am_batch_options *options,
                                    const am_store_plan *plan,
                                    am_store **store);

/* Writes row `place` of all points of the chunk, NaN for failed points. */
AM_MUST_USE am_status am_store_row(am_store *store, am_report *report,
                                   am_chunk *chunk, const am_target *target,
                                   long place, double time);

/* Writes all rows of the points of a chunk, numbers [count][rows][columns]. */
AM_MUST_USE am_status am_store_all(am_store *store, am_report *report,
                                   const am_chunk *chunk,
                                   const double *numbers);

/* Writes the per-point datasets and commits the points. */
AM_MUST_USE am_status am_store_finish(am_store *store, am_report *report,
                                      const am_chunk *chunk);

/* Warns of undefined columns, see am_columns_warn. */
void am_store_warn(const am_store *store, am_report *report);

/* layout.c: datasets of columns, and datasets with one value per point. */
void am_store_layout(am_arena *arena, am_store *store);

/* metadata.c: attributes required to replay a point: [*count]. */
const am_archive_note *am_store_notes(am_arena *arena, const am_run *run,
                                      const am_batch_options *options,
                                      const am_shard *shard, int *count);

#endif
