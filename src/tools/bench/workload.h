/* workload.h: workloads of the measurements, as data.
 *
 * The points of a workload are those of a case with the same seed and variables
 * (automat-case(5), key points), so that `automat batch` can also compute
 * them. */
#ifndef AM_BENCH_WORKLOAD_H
#define AM_BENCH_WORKLOAD_H

#include "engine/engine.h"
#include "engine/parts.h"

enum { AM_BENCH_MATERIALS = 2 };

typedef struct {
  const char *name, *about;
  const char *materials[AM_BENCH_MATERIALS]; /* installed materials, or NULL */
  bool open;            /* also takes the material of --material */
  const char *points;   /* key `points` without count: a strain tensor e, or an
                           amplitude a and a direction d */
  double scale;         /* factor of a·d, or of e */
  double before;        /* fraction of the strain applied by a pre-load in one
                           step of ode23; 0: none */
  double before_time;   /* duration of the pre-load (time) */
  int steps;            /* timed loading steps */
  double time;          /* duration of each (time) */
} am_workload;

const am_workload *am_workloads(size_t *count);

/* Points of a workload and a material, in fields with `stride`. */
typedef struct {
  const am_workload *workload;
  long count, stride;
  int nx;
  double *full;           /* final strain [6], tensor components */
  double *target;         /* of the current step [6] */
  int components[AM_FIELD_COUNT];
  am_fields fields;       /* at the start of the timed steps */
} am_load;

/* Stride between components of fields of `count` points, chosen so that the
 * cache lines of a point do not fall into one set. */
long am_bench_stride(long count);

/* Draws the points and applies the pre-load with `engine`.  AM_INPUT with a
 * message if the pre-load fails. */
AM_MUST_USE am_status am_load_new(am_arena *arena, am_report *report,
                                  const am_workload *workload,
                                  const am_material *material,
                                  const am_engine *engine, long count,
                                  am_load **load);

/* Sets the targets of points 0 … count - 1 to those of a timed step from 1 on;
 * step 0: pre-load. */
void am_load_aim(const am_load *load, int step, long count);

/* Options of a run of the timed steps. */
typedef struct {
  bool tangent; /* the program computes it */
  /* Receives the results, with counts, after each step; may be NULL. */
  void (*observe)(void *data, const am_fields *fields, long count);
  void *data;
  const volatile int *stop;
} am_walk;

/* Runs points 0 … count - 1; returns the engine time (s). */
double am_load_drive(const am_load *load, const am_engine *engine,
                    am_engine_program *program, long count,
                    const am_walk *walk);

/* Points of a workload in fields of an engine on a device.
 *
 * A device needs more points than the host.  The points of a load are repeated,
 * in the order in which they were drawn, until the fields are full. */

/* Location of the fields of a measurement. */
typedef enum {
  AM_WAY_HOST,     /* host memory, engine on the host */
  AM_WAY_RESIDENT, /* all on the device: no transfers */
  AM_WAY_STATE,    /* strain, internal variables, substep size and largest
                      stress on the device: targets are uploaded; stress,
                      tangent and status are downloaded */
  AM_WAY_STREAMED, /* all in host memory: every step uploads all inputs and
                      downloads all results */
  AM_WAYS
} am_placement;

extern const char *const am_placement_name[AM_WAYS];

/* Bytes per point in the fields of a load, including targets of all steps. */
double am_placement_bytes(const am_load *load, bool tangent);

/* Number of points that fit into `bytes`, at most `most`: a multiple of a warp,
 * at least one warp. */
long am_placement_count(const am_load *load, bool tangent, double bytes,
                  long most);

typedef struct am_placed_fields am_placed_fields;

/* Fields of `count` points, with the loads of all steps. */
am_placed_fields *am_placed_fields_new(am_arena *arena, const am_load *load,
                                 const am_engine *engine,
                                 am_engine_program *program, am_placement way,
                                 bool tangent, long count);

/* Runs all steps from the start of the load; the first run uploads the fields
 * that stay on the device.  Returns the engine time (s).  The run cannot be
 * stopped, because polling would make the engine slower. */
double am_placed_fields_drive(const am_placed_fields *fields);

#endif
