/* chunk.h: points of a batch that are in memory together.
 *
 * A chunk has slots 0 … active - 1, each holding an active point. When a point
 * fails, the last active point moves to its slot, so that engines process only
 * valid points. Fields are [components][stride] by slot; tensors are in
 * coordinates except controlled components, which are tensor components.
 * Announce each access to a field marked * to `resident` first. There are six
 * controlled components of strain or stress, or nine of F or P. */
#ifndef AM_BATCH_CHUNK_H
#define AM_BATCH_CHUNK_H

#include "engine/parts.h"
#include "point/parts.h"
#include "point/run.h"
#include "batch/options.h"

/* ---- fields kept by an engine between loading steps ---------------------- */

enum { AM_RESIDENT_MOST = AM_FIELD_COUNT + 1 };

typedef struct {
  const am_engine *engine;
  am_engine_program *program;
  struct {
    const double *field;
    bool here;    /* the copy in host memory is valid */
    bool changed; /* the copy in host memory is newer than that of the engine */
  } fields[AM_RESIDENT_MOST]; /* [count] */
  int count;
} am_resident;

/* Before each access to a resident field the caller must announce it by
 * am_resident_read, _write or _fill, which update the copy in host memory.
 * Other fields are accepted and ignored. */

/* Announces a read; a write of some values; a write of all values in use. */
void am_resident_read(am_resident *resident, const double *field);
void am_resident_write(am_resident *resident, const double *field);
void am_resident_fill(am_resident *resident, const double *field);

/* Advances points 0 … count - 1 by one loading step. */
void am_resident_advance(am_resident *resident, const am_fields *fields,
                         long count);

/* ---- points -------------------------------------------------------------- */

typedef struct {
  long stride;
  long first, count; /* points of the chunk */
  long active;       /* number of slots */
  int *point_of;          /* [active] index in the chunk of the point in a
                             slot */
  am_resident resident;      /* fields kept by the engine */

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

#endif
