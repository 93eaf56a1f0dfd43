/* placement.h: points of a workload in fields of an engine on a device.
 *
 * A device needs more points than the host.  The points of a load are repeated,
 * in the order in which they were drawn, until the fields are full. */
#ifndef AM_BENCH_PLACEMENT_H
#define AM_BENCH_PLACEMENT_H

#include "bench/workload.h"

/* Location of the fields of a measurement. */
typedef enum {
  AM_WAY_HOST,     /* host memory, engine on the host */
  AM_WAY_RESIDENT, /* all on the device: no transfers */
  AM_WAY_STATE,    /* strain, internal variables, substep size and largest
                      stress on the device: targets are uploaded; stress,
                      tangent and status are downloaded */
  AM_WAY_STREAMED, /* all in host memory: all inputs are uploaded and all
                      results downloaded in every step */
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
