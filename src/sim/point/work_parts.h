/* work_parts.h: the work of each component, from loading step to loading step.
 *
 * The engines integrate stress : d strain/dt with the state, for all components
 * together.  Its parts are added up here by the trapezoidal rule over loading
 * steps: right where stress follows strain linearly, else but for an error that
 * falls with the square of their number. */
#ifndef AM_POINT_WORK_PARTS_H
#define AM_POINT_WORK_PARTS_H

#include "base/base.h"

enum { AM_WORK_PARTS = 18 };

/* numbers [AM_WORK_PARTS]: the work of six components so far, and strain and
 * stress there, tensor components.  A shear counts with both its entries. */
static inline void am_work_parts_add(double *numbers, const double *strain,
                                     const double *stress) {
  double now[12];
  am_basis_to_tensor(strain, now);
  am_basis_to_tensor(stress, now + 6);
  for (int c = 0; c < 6; c++) {
    double mean = (numbers[12 + c] + now[6 + c]) / 2;
    numbers[c] += (c < 3 ? 1 : 2) * mean * (now[c] - numbers[6 + c]);
  }
  for (int i = 0; i < 12; i++) numbers[6 + i] = now[i];
}

/* At the start: strain and stress, coordinates. */
static inline void am_work_parts_begin(double *numbers, const double *strain,
                                       const double *stress) {
  am_basis_to_tensor(strain, numbers + 6);
  am_basis_to_tensor(stress, numbers + 12);
  for (int c = 0; c < 6; c++) numbers[c] = 0;
}

#endif
