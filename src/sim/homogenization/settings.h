/* settings.h: settings of a volume element and of its equilibrium iteration,
 * read from the keys `microstructure`, `phases` and `homogenization` of a
 * case. */
#ifndef AM_HOMOGENIZATION_SETTINGS_H
#define AM_HOMOGENIZATION_SETTINGS_H

#include "space/parts.h"

/* Origin of the reference stiffness C0 in the preconditioner: chosen at the
 * start, updated in each loading step, or given in the case. */
typedef enum { AM_REFERENCE_FIXED, AM_REFERENCE_UPDATED, AM_REFERENCE_GIVEN }
    am_reference_kind;

/* Keys of `homogenization`. */
extern const am_yaml_key am_homogenization_keys[];

typedef struct {
  unsigned scheme;         /* index in am_accelerations */
  long depth;              /* depth of Anderson's history */
  am_reference_kind reference;
  double lambda, mu;       /* Lame parameters of a given reference (stress) */
  double equilibrium;      /* tolerance for |div sigma| L/|<sigma>| and for the
                              mean stress */
  long iterations;         /* maximum number per solve of a loading step */
  bool extrapolate;
  am_cell *cell;
  const volatile int *stop; /* flag of the arena of the run; may be NULL */
} am_homogenization;

/* Reads the settings on all members of a team.  micro: microstructure that has
 * already been read, or NULL.  AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_homogenization_read(am_arena *arena, am_report *report,
                                             const am_case *description,
                                             am_team *team,
                                             am_microstructure *micro,
                                             am_homogenization **result);

#endif
