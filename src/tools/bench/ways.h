/* ways.h: the points of a workload in fields of an engine that works on a
 * device.
 *
 * A device needs more points than the host: those of a load are repeated, in
 * the order in which they were drawn, until the fields are full. */
#ifndef AM_BENCH_WAYS_H
#define AM_BENCH_WAYS_H

#include "bench/workload.h"

/* Where the fields of a measurement lie. */
typedef enum {
  AM_WAY_HOST,     /* in the host's memory, where the engine works */
  AM_WAY_RESIDENT, /* all on the device: nothing crosses the bus */
  AM_WAY_STATE,    /* strain, internal variables, substep size and largest
                      stress on the device: targets go up; stress, tangent and
                      status come down */
  AM_WAY_STREAMED, /* all in the host's memory: all that is given goes up, and
                      all that is found comes down, in every step */
  AM_WAYS
} am_way;

extern const char *const am_way_name[AM_WAYS];

/* Bytes of a point in the fields of a load: targets of all steps too. */
double am_way_bytes(const am_load *load, bool tangent);

/* As many points as `bytes` hold, at most `most`: whole warps, at least
 * one. */
long am_way_count(const am_load *load, bool tangent, double bytes,
                  long most);

typedef struct am_way_fields am_way_fields;

/* Fields of `count` points, the loads of all steps. */
am_way_fields *am_way_fields_new(am_arena *arena, const am_load *load,
                                 const am_engine *engine,
                                 am_engine_program *program, am_way way,
                                 bool tangent, long count);

/* Walks all steps from the load's start, the first time with all that is to
 * stay on the device: the seconds that the engine took.  It cannot be stopped,
 * since an engine that looks whether it shall stop takes longer. */
double am_way_walk(const am_way_fields *fields);

#endif
