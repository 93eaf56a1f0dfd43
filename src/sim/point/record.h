/* record.h: of what a row of a material point is made. */
#ifndef AM_POINT_RECORD_H
#define AM_POINT_RECORD_H

#include "engine/engine.h"

/* Energies at the start of a run. */
typedef struct {
  double energy; /* free energy, */
  double bound;  /* see am_law_bound */
} am_stored;

/* Of which a row is made. */
typedef struct {
  double time;
  const am_step *step;
  am_stored stored;
  const double *work_parts; /* [6], NULL where nobody adds them up */
  const double *time_by;    /* [sensitive_count] derivatives of the time, NULL:
                               no event moves it */
} am_record;

#endif
