/* parts.h: functions of library for other modules, in addition to automat.h: a
 * material modified by assignments, and the members of points. */
#ifndef AM_LIBRARY_PARTS_H
#define AM_LIBRARY_PARTS_H

#include "law/law.h"

/* A material modified by assignments KEY=VALUE.
 *
 * The keys are those keys of a case that concern a law and its integration:
 * `parameters`, `parameter_set`, `solver` and `kinematics`
 * (automat-case(5)). */

typedef struct {
  const char *const *texts; /* [count] assignments */
  size_t count;
  const char *origin;       /* source of the assignments, for messages */
} am_assignments;

typedef struct {
  am_settings settings;
  const am_yaml *parameters; /* or NULL */
  const char *parameter_set; /* or NULL */
  am_place parameter_set_place;
  const am_yaml *kinematics_given; /* NULL: those of the material */
  am_kinematics kinematics;
} am_model_options;

/* Applies the assignments in order to `assigned`, which contains the settings
 * to start from. AM_USAGE or AM_INPUT if an assignment is invalid. */
AM_MUST_USE am_status am_model_options_read(am_arena *arena, am_report *report,
                                            const am_assignments *assignments,
                                            am_model_options *assigned);

/* Builds the law of a material, given by name or file, with these settings. */
AM_MUST_USE am_status am_model_options_law(am_arena *arena, am_report *report,
                                           const am_model_options *assigned,
                                           const char *material, bool energies,
                                           am_law **law);

/* The common members of automat_points and automat_deformations. */

/* All common members except stress_controlled, whose length differs. */
#define AM_POINT_MEMBERS(MEMBER)                                    \
  MEMBER(count) MEMBER(duration) MEMBER(state0) MEMBER(target)      \
  MEMBER(external0) MEMBER(external1) MEMBER(stop) MEMBER(substep)  \
  MEMBER(strain) MEMBER(stress) MEMBER(state) MEMBER(tangent)       \
  MEMBER(free_energy) MEMBER(dissipation) MEMBER(work) MEMBER(status)

#endif
