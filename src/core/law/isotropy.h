/* isotropy.h: does a law prefer axes? */
#ifndef AM_LAW_ISOTROPY_H
#define AM_LAW_ISOTROPY_H

#include "law/law.h"

/* Is nothing changed where strain and all tensors among the variables are turned
 * together: are the free energy the same, and the rates turned?  Sampled, with
 * the law's parameters, at strains from 1e-4 to 1 and states about the
 * initial one. */
bool am_law_is_isotropic(am_arena *arena, am_law *law);

#endif
