/* chunk.h: points of a batch that are in memory together.
 *
 * A chunk has slots 0 … active - 1, each with a point on its way; a point
 * that fails gives its slot to the last one, so that engines meet none that
 * has failed.  Fields are [components][stride] by slot; tensors in
 * coordinates but for the controlled values, which are components.  Who
 * touches a field marked * tells `resident` before.  Controlled are six
 * components of strain or stress, or nine of F or P. */
#ifndef AM_BATCH_CHUNK_H
#define AM_BATCH_CHUNK_H

#include "engine/parts.h"
#include "point/parts.h"
#include "point/run.h"

/* ---- fields that stay with an engine between loading steps --------------- */

enum { AM_RESIDENT_MOST = AM_FIELD_COUNT + 1 };

typedef struct {
  const am_engine *engine;
  am_engine_program *program;
  struct {
    const double *field;
    bool here;    /* its numbers are valid here */
    bool changed; /* and newer than those of the engine */
  } fields[AM_RESIDENT_MOST]; /* [count] */
  int count;
} am_resident;

/* A field [components][stride] of zeros.  Who reads or writes such a field says
 * so before: only then the numbers here are those of the engine.  Other fields
 * may be given, too, where nothing happens. */
double *am_resident_new(am_resident *resident, am_arena *arena, int components,
                    long stride);

/* Before the field is read; before some of it is written; before all of it
 * that matters is written. */
void am_resident_read(am_resident *resident, const double *field);
void am_resident_write(am_resident *resident, const double *field);
void am_resident_fill(am_resident *resident, const double *field);

/* Advances points 0 … count - 1 by a loading step. */
void am_resident_advance(am_resident *resident, const am_fields *fields,
                         long count);

/* ---- the points ---------------------------------------------------------- */

/* Statuses of points beyond those of engines. */
typedef enum {
  AM_BATCH_UNFIT = AM_POINT_STATUSES, /* parameters or variables */
  AM_BATCH_TARGET,                    /* a target is not finite */
  AM_BATCH_STATUSES
} am_batch_status;

/* Counts over all loading steps of a point. */
typedef enum {
  AM_TOTAL_SUBSTEPS,
  AM_TOTAL_REJECTED,
  AM_TOTAL_EVALUATIONS,
  AM_TOTAL_ITERATIONS,
  AM_TOTAL_EQUILIBRIUM,
  AM_TOTAL_CUTS, /* loading steps that were halved */
  AM_TOTALS
} am_total;

typedef struct {
  long stride;
  long first, count; /* its points */
  long active;       /* slots */
  int *point_of;          /* [active] point of the chunk in a slot */
  am_resident resident;      /* fields that stay with the engine */

  /* by slot */
  am_fields fields;           /* * of the loading step: what it starts from, and
                                 what it finds; parameters, control, tangent
                                 and derivative only where they vary, or are
                                 shown */
  int components[AM_FIELD_COUNT];
  double *stress;             /* * [6] at the start of the loading step */
  double *before;             /* [controlled] targets at its start */
  double *ramp_start, *ramp_end; /* [controlled + nf] targets of the present
                                    segment */
  double *values;             /* [varying_count] */
  double *origin;             /* [6] strain at the start, components */
  double *stored;             /* [2] am_stored at the start of the path, NULL:
                                 not shown */

  double *work_parts;         /* [AM_WORK_PARTS], NULL: not shown */

  /* by point of the chunk */
  double *result;             /* [count] am_point_status, am_batch_status */
  double *failed_at;          /* [count] end of the step that failed, NaN */
  double *totals;             /* [AM_TOTALS][stride] */
  double *drawn;              /* [count][points->size] */
} am_chunk;

/* Bytes for each point. */
size_t am_chunk_bytes(const am_run *run);

/* Room for `stride` points, a multiple of 64. */
am_chunk *am_chunk_new(am_arena *arena, const am_run *run, long stride);

/* Fills the slots with points first … first + count - 1 at their start. */
AM_MUST_USE am_status am_chunk_begin(am_chunk *chunk, am_report *report,
                                     am_run *run, long first, long count,
                                     const char **reason);

/* The point in `slot` has failed. */
void am_chunk_drop(am_chunk *chunk, const am_run *run, long slot, int status,
                   double time);

/* The end of a loading step is the start of the next; the substep size stays
 * over a jump. */
void am_chunk_accept(am_chunk *chunk, bool jump);

/* Is a component of the slot's point a stress in the loading step `target`? */
static inline bool am_chunk_is_stress(const am_chunk *chunk,
                                      const am_target *target, long slot,
                                      int component) {
  const double *control = chunk->fields.control;
  return target->stress_controlled[component] ||
         (control && control[component * chunk->stride + slot] > 0);
}

/* A slot's values [components] of a field; NULL: they stay. */
static inline void am_chunk_take(const am_chunk *chunk, const double *field,
                                 int components, long slot, double *to) {
  for (int i = 0; field && i < components; i++)
    to[i] = field[i * chunk->stride + slot];
}

#endif
