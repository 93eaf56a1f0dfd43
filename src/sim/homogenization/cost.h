/* cost.h: what an iteration of a volume element takes, by a few constants. */
#ifndef AM_HOMOGENIZATION_COST_H
#define AM_HOMOGENIZATION_COST_H

/* A processor that does the work, and what joins it to others. */
typedef struct {
  const char *name; /* "a core of the host", … */
  /* [s] of a voxel in an iteration: laws with and without internal variables;
   * of each field the transform back and forth, and the order of numbers when
   * planes become rows and back; all else. */
  double law, elastic, transform, packing, rest;
  int host;      /* of them in a host */
  double inside; /* [bytes/s] that each sends to others of its host … */
  double between; /* … and to those of other hosts */
} am_hardware;

extern const am_hardware am_hardware_core, am_hardware_gpu;

/* What a process has to do in an iteration. */
typedef struct {
  double inelastic, elastic; /* voxels */
  int fields;                /* that are transformed */
  double moved;              /* bytes that it sends in one direction */
  long processes;            /* that send */
  int threads;               /* each on a processor of its own */
} am_iteration_work;

typedef struct {
  double laws, transforms, moving, rest; /* [s] */
} am_cost;

am_cost am_cost_of(const am_hardware *machine, const am_iteration_work *work);

#endif
