/* record.h: data from which a row of a material point is made. */
#ifndef AM_POINT_RECORD_H
#define AM_POINT_RECORD_H

#include "engine/engine.h"

/* Energies at the start of a run. */
typedef struct {
  double energy; /* free energy */
  double bound;  /* bound energy, see am_law_bound */
} am_initial_energies;

/* Data of a row. */
typedef struct {
  double time;
  const am_step *step;
  am_initial_energies stored;
  const double *work_parts; /* [6] work by components, or NULL */
  const double *time_by;    /* [sensitive_count] derivatives of the time; NULL:
                               zero, no events */
} am_record;

#endif
