/* work_parts.h: work of each component, summed over loading steps.
 *
 * The engines integrate the total work, stress : d strain/dt, with the state.
 * Its parts are summed here by the trapezoidal rule over loading steps: exact
 * if stress is linear in strain, otherwise with an error that decreases with
 * the square of the number of steps. */
#ifndef AM_POINT_WORK_PARTS_H
#define AM_POINT_WORK_PARTS_H

#include "base/base.h"

enum { AM_WORK_PARTS = 18 };

/* numbers [AM_WORK_PARTS]: accumulated work of six components, then the last
 * strain and stress, tensor components. A shear component counts twice, for
 * both entries of the tensor. */
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

/* Initial strain and stress, coordinates. */
static inline void am_work_parts_begin(double *numbers, const double *strain,
                                       const double *stress) {
  am_basis_to_tensor(strain, numbers + 6);
  am_basis_to_tensor(stress, numbers + 12);
  for (int c = 0; c < 6; c++) numbers[c] = 0;
}

#endif
