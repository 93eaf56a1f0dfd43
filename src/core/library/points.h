/* points.h: the common members of automat_points and automat_deformations. */
#ifndef AM_LIBRARY_POINTS_H
#define AM_LIBRARY_POINTS_H

/* All common members except stress_controlled, whose length differs. */
#define AM_POINT_MEMBERS(MEMBER)                                    \
  MEMBER(count) MEMBER(duration) MEMBER(state0) MEMBER(target)      \
  MEMBER(external0) MEMBER(external1) MEMBER(stop) MEMBER(substep)  \
  MEMBER(strain) MEMBER(stress) MEMBER(state) MEMBER(tangent)       \
  MEMBER(free_energy) MEMBER(dissipation) MEMBER(work) MEMBER(status)

#endif
