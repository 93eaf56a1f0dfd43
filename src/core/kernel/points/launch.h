/* launch.h: what the kernels of a CUDA source are given; shared by the text of
 * sources and by the host.  Pointers are to memory of the device.
 *
 * A loading step is two launches.  The first tries all points, and leaves
 * those that need many substeps, or one of the rarer ways of a scheme, to the
 * second, which takes them from a list. */
#ifndef AM_KERNEL_LAUNCH_H
#define AM_KERNEL_LAUNCH_H

#include "kernel/points/fields.h"

typedef struct {
  am_fields fields;
  am_tolerances solver;
  double *sequences;   /* [passes][capacity][threads] recorded substeps of the
                          points at work, or NULL where there are none */
  long capacity;
  int attempts;        /* substeps that the first launch tries */
  int *list;           /* [count] points that are left to the second launch */
  int *listed;         /* how many; 0 before the first launch */
  int *left;           /* of a chain of schemes: set where a point is not done,
                          or NULL */
  long count;          /* points */
} k_launch;

#endif
