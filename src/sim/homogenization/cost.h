/* cost.h: estimates the time of one iteration of a volume element from measured
 * constants per voxel and transfer speeds. */
#ifndef AM_HOMOGENIZATION_COST_H
#define AM_HOMOGENIZATION_COST_H

/* Processor, and its connection to others. */
typedef struct {
  const char *name; /* such as "core" */
  /* Time per voxel and iteration (s): laws with and without internal variables;
   * per transformed field, the transforms in both directions and the reordering
   * of numbers during transposition; the remainder. */
  double law, elastic, transform, packing, rest;
  int host;      /* processors per host */
  double inside; /* transfer rate of one processor within its host (bytes/s) */
  double between; /* transfer rate of one processor to other hosts (bytes/s) */
} am_hardware;

extern const am_hardware am_hardware_core, am_hardware_gpu;

/* Work of one process in one iteration. */
typedef struct {
  double inelastic, elastic; /* voxels with and without internal variables */
  int fields;                /* number of transformed fields */
  double moved;              /* bytes sent in one direction */
  long processes;            /* processes that send */
  int threads;               /* one processor each */
} am_iteration_work;

typedef struct {
  double laws, transforms, moving, rest; /* (s) */
} am_cost;

am_cost am_cost_of(const am_hardware *machine, const am_iteration_work *work);

#endif
