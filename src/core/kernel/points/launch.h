/* launch.h: parameters of the kernels of a CUDA source, shared by sources and
 * the host.  Pointers are to device memory.
 *
 * A loading step takes two launches.  The first one tries all points and
 * appends those that need many substeps, or a rare branch of a scheme, to a
 * list for the second launch. */
#ifndef AM_KERNEL_LAUNCH_H
#define AM_KERNEL_LAUNCH_H

#include "kernel/points/fields.h"

typedef struct {
  am_fields fields;
  am_tolerances solver;
  double *sequences;   /* [passes][capacity][threads] recorded substeps of the
                          points in progress, or NULL if none are recorded */
  long capacity;
  int attempts;        /* substeps tried in the first launch */
  int *list;           /* [count] points for the second launch */
  int *listed;         /* their number; 0 before the first launch */
  int *left;           /* for a chain of schemes: set if a point is not
                          completed; or NULL */
  long count;          /* number of points */
} k_launch;

#endif
