/* waves.h: the tables of wave vectors of a cell (frequency.h).
 *
 * fourier: q = xi = 2 pi n/L, n = 0, 1, … beyond grid/2 negative; where the
 * grid is even, all of q is zero at the Nyquist frequency of any direction: the
 * stress there has no compatible partner and is left as it is.  A direction
 * of one voxel has q_d = 0.
 * rotated (Willot 2015, equation 24): q_d = 2/h_d sin(t_d/2) prod_{e /= d}
 * cos(t_e/2), t = xi h, h = L/grid; the phase that all of q share is left
 * out. */
#ifndef AM_SPACE_WAVES_H
#define AM_SPACE_WAVES_H

#include "space/cell.h"
#include "space/frequency.h"

/* Everything but the reference. */
void am_waves_new(am_arena *arena, const am_cell *cell, k_waves *waves);

#endif
