/* assigned.h: a material as assignments KEY=VALUE change it.
 *
 * The keys are those of a case that belong to a law and its integration:
 * `parameters`, `parameter_set`, `solver` and `kinematics`
 * (automat-case(5)). */
#ifndef AM_LIBRARY_ASSIGNED_H
#define AM_LIBRARY_ASSIGNED_H

#include "law/law.h"
#include "solver/parts.h"

typedef struct {
  const char *const *texts; /* [count] assignments */
  size_t count;
  const char *origin;       /* where they are written, for messages */
} am_assignments;

typedef struct {
  am_settings settings;
  const am_yaml *parameters; /* or NULL */
  const char *parameter_set; /* or NULL */
  am_place parameter_set_place;
  const am_yaml *kinematics_given; /* NULL: those of the material */
  am_kinematics kinematics;
} am_assigned;

/* Changes `assigned`, which holds settings to start from, one assignment
 * after the other.  AM_USAGE and AM_INPUT with a message for what makes no
 * sense. */
AM_MUST_USE am_status am_assigned_read(am_arena *arena, am_report *report,
                                       const am_assignments *assignments,
                                       am_assigned *assigned);

/* The law of a material, found by its name or file, with these parameters. */
AM_MUST_USE am_status am_assigned_law(am_arena *arena, am_report *report,
                                      const am_assigned *assigned,
                                      const char *material, bool energies,
                                      am_law **law);

#endif
