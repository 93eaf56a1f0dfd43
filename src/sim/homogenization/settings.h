/* settings.h: a volume element and how its equilibrium is found: the keys
 * `microstructure`, `phases` and `homogenization` of a case. */
#ifndef AM_HOMOGENIZATION_SETTINGS_H
#define AM_HOMOGENIZATION_SETTINGS_H

#include "space/parts.h"

/* Whose C0 the iteration is preconditioned with. */
typedef enum { AM_REFERENCE_FIXED, AM_REFERENCE_UPDATED, AM_REFERENCE_GIVEN }
    am_reference_kind;

/* The keys of `homogenization`. */
const am_yaml_key *am_homogenization_keys(am_arena *arena);

typedef struct {
  const char *scheme;      /* a row of am_accelerations, "anderson", … */
  int depth;               /* of Anderson's history */
  am_reference_kind reference;
  double lambda, mu;       /* of a given reference [stress] */
  double equilibrium;      /* |div sigma| L/|<sigma>|, and of mean stress */
  long iterations;         /* at most so many in a loading step */
  bool extrapolate;
  am_cell *cell;
  const volatile int *stop; /* set: end soon; or NULL */
} am_homogenization;

/* For the members of a team.  AM_INPUT, AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_homogenization_read(am_arena *arena,
                                             am_report *report,
                                             const am_case *description,
                                             am_team *team,
                                             am_homogenization **result);

/* The same for a microstructure that is there. */
AM_MUST_USE am_status am_homogenization_make(am_arena *arena,
                                             am_report *report,
                                             const am_case *description,
                                             am_microstructure *micro,
                                             am_homogenization **result);

#endif
