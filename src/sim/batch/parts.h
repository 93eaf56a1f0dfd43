/* parts.h: declarations that several files of batch use. */
#ifndef AM_BATCH_PARTS_H
#define AM_BATCH_PARTS_H

#include "batch/batch.h"
#include "point/parts.h"

/* ---- chunk.c ---------------------------------------------------------------
 *
 * Points of a batch that are in memory together.
 *
 * A chunk has slots 0 … active - 1, each holding an active point. When a point
 * fails, the last active point moves to its slot, so that engines process only
 * valid points. Fields are [components][stride] by slot; tensors are in
 * coordinates except controlled components, which are tensor components. Fields
 * marked * may stay on the device of the engine between loading steps: call
 * am_engine_fetch before a read or a partial write, and am_engine_changed after
 * a write. There are six controlled components of strain or stress, or nine of
 * F or P. */

typedef struct {
  long stride;
  long first, count; /* points of the chunk */
  long active;       /* number of slots */
  int *point_of;          /* [active] index in the chunk of the point in a
                             slot */
  am_engine_program *program; /* owner of the fields marked * */

  /* by slot */
  am_fields fields;           /* * inputs and results of a loading step;
                                 parameters, control, tangent and derivative are
                                 allocated only if they vary or are output */
  int components[AM_FIELD_COUNT];
  double *stress;             /* * [6] at the start of the loading step */
  double *before;             /* [controlled] targets at the start of the
                                 loading step */
  double *ramp_start, *ramp_end; /* [controlled + nf] ramps of the current
                                    segment */
  double *values;             /* [varying_count] */
  double *origin;             /* [6] initial strain, tensor components */
  double *stored; /* [2] am_initial_energies at the start of the path, NULL:
                     not output */

  double *work_parts;         /* [AM_WORK_PARTS], NULL: not output */

  /* by index in the chunk */
  double *result;             /* [count] am_point_status or am_batch_status */
  double *failed_at;          /* [count] end time of the failed loading step, or
                                 NaN */
  double *totals; /* [AM_TOTALS][stride] summed over loading steps */
  double *drawn;              /* [count][points->size] */
} am_chunk;

/* Memory per point (bytes). */
size_t am_chunk_bytes(const am_run *run);

/* Allocates a chunk for `stride` points, a multiple of 64. */
am_chunk *am_chunk_new(am_arena *arena, const am_run *run, long stride);

/* Fills the slots with points first … first + count - 1 in their initial
 * states. */
AM_MUST_USE am_status am_chunk_begin(am_chunk *chunk, am_report *report,
                                     am_run *run, long first, long count,
                                     const char **reason);

/* Removes the point in `slot`, which has failed. */
void am_chunk_drop(am_chunk *chunk, const am_run *run, long slot, int status,
                   double time);

/* Makes the end of a loading step the start of the next one; keeps the substep
 * size after a jump. */
void am_chunk_accept(am_chunk *chunk, bool jump);

/* True if a component of the slot's point is stress-controlled in the loading
 * step `target`. */
static inline bool am_chunk_is_stress(const am_chunk *chunk,
                                      const am_target *target, long slot,
                                      int component) {
  const double *control = chunk->fields.control;
  return target->stress_controlled[component] ||
         (control && control[component * chunk->stride + slot] > 0);
}

/* Copies a slot's values [components] of a field to `to`; does nothing if the
 * field is NULL. */
static inline void am_chunk_take(const am_chunk *chunk, const double *field,
                                 int components, long slot, double *to) {
  for (int i = 0; field && i < components; i++)
    to[i] = field[i * chunk->stride + slot];
}

/* ---- store.c, layout.c, metadata.c -----------------------------------------
 *
 * Writes the columns of a batch to datasets of its file.
 *
 * Columns of one quantity form one dataset: stress.xx … stress.xy are /stress
 * [points][rows][6], x[1].xx … are /internal/x. Datasets with one value per
 * point follow: status, failed_at, total counts of work, and the variables of
 * the points. */

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
  double filling, writing; /* time for columns and for the file (s) */
} am_store;

/* Memory per point (bytes). */
size_t am_store_bytes(const am_run *run);

/* Creates the file of a batch, or opens it to resume: batch->store. */
AM_MUST_USE am_status am_store_open(am_arena *arena, am_report *report,
                                    am_batch *batch);

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
const am_archive_note *am_store_notes(am_arena *arena, const am_batch *batch,
                                      int *count);

/* ---- stepping.c ------------------------------------------------------------
 *
 * Advances a chunk of points along the path, step by step. */

typedef struct {
  am_run *run;
  am_chunk *chunk;
  int threads;
  am_path_frame **frames; /* [threads] */
  bool *unfit;         /* [threads] true if a slot needs further treatment */
  am_stepper stepper;  /* for a point treated individually */
  double *parameters;  /* of this point */
  am_target target;    /* the current loading step */
  double time;         /* at the start of the loading step, then at its end */
  long row;            /* row at its end */
} am_stepping;

am_stepping *am_stepping_new(am_arena *arena, am_run *run, long stride);

/* Sets points first … first + count - 1 to the start of the path; points whose
 * initial state cannot be evaluated fail. reason: as in am_sample_fields. */
AM_MUST_USE am_status am_stepping_start(am_stepping *stepping,
                                        am_report *report, long first,
                                        long count, const char **reason);

/* Takes the next loading step and removes points that fail. *more is false at
 * the end of the path. The chunk then contains the results as start values of
 * the next step; controlled components are in the field `target`. If stopped,
 * or if the engine fails, the results are invalid. */
AM_MUST_USE am_status am_stepping_step(am_stepping *stepping, am_report *report,
                                       bool *more);

/* ---- one_by_one.c ----------------------------------------------------------
 *
 * Runs points one by one; used if the ends of segments depend on the state of a
 * point. */

typedef struct am_one_by_one am_one_by_one;

/* Memory per point (bytes). */
size_t am_one_by_one_bytes(const am_run *run);

/* Prepares to run the points of a batch; each thread has a separate run. */
AM_MUST_USE am_status am_one_by_one_new(am_arena *arena, am_report *report,
                                        am_batch *batch);

/* Runs points first … first + count - 1 and writes their rows. reason: as in
 * am_sample_fields, if set. AM_FAILED without a message if stopped;
 * AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_one_by_one_drive(am_one_by_one *alone,
                                          am_report *report, am_store *store,
                                          long first, long count,
                                          const char **reason);

/* ---- batch.c ------------------------------------------------------------- */

struct am_batch {
  am_run *run;
  am_batch_options options;
  am_stepping *stepping; /* NULL: points are run by `alone` */
  am_one_by_one *alone;
  const am_chunk *chunk; /* points processed last */
  long grain;            /* points per chunk of the file */
  long stride;           /* maximum number of points per chunk in memory */
  am_store *store;
  am_shard shard;        /* points of the shard, or all points */
  am_batch_summary *summary;
};

#endif
