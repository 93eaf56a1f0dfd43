/* isotropy.h: test for isotropy of a law. */
#ifndef AM_LAW_ISOTROPY_H
#define AM_LAW_ISOTROPY_H

#include "law/law.h"

/* True if the law is isotropic: after a rotation of the strain and of all
 * tensor variables, the free energy is unchanged and the rates are rotated.
 * Tested with the law's parameters by sampling strains from 1e-4 to 1 and
 * states around the initial state. */
bool am_law_is_isotropic(am_arena *arena, am_law *law);

#endif
