/* points.h: what automat_points and automat_deformations have in common, under
 * the same names. */
#ifndef AM_LIBRARY_POINTS_H
#define AM_LIBRARY_POINTS_H

/* All but what tells small strains from deformation gradients, and
 * stress_controlled, whose length differs. */
#define AM_POINT_MEMBERS(MEMBER)                                    \
  MEMBER(count) MEMBER(duration) MEMBER(state0) MEMBER(target)      \
  MEMBER(external0) MEMBER(external1) MEMBER(stop) MEMBER(substep)  \
  MEMBER(strain) MEMBER(stress) MEMBER(state) MEMBER(tangent)       \
  MEMBER(free_energy) MEMBER(dissipation) MEMBER(work) MEMBER(status)

#endif
