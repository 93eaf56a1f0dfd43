/* conventional.h: hand-written updates of installed materials, compiled into
 * the program. The build lists the files materials/NAME.update.h.
 *
 * Such a file defines, in the dialect of kernel/dialect.h,
 *
 *   K_FN void k_update(const real *eps1, const real *a0, real dt,
 *                      const real *par, real *a1, real *sig, real *C,
 *                      mask *ok)
 *
 * one backward Euler step. Symmetric tensors, including deviatoric ones, have
 * Kelvin-Mandel components [6]. a0, a1: internal variables in the order of the
 * file; par: parameters in the order of the file; C: tangent [6][6], or NULL;
 * ok: false in lanes in which the update failed. */
#ifndef AM_ENGINE_CONVENTIONAL_H
#define AM_ENGINE_CONVENTIONAL_H

#include "kernel/dialect.h"
#include "law/law.h"

typedef void am_update(const real *eps1, const real *a0, real dt,
                       const real *par, real *a1, real *sig, real *C,
                       mask *ok);

/* Update in FILE, "michel-suquet.update.h"; NULL if it is not compiled in. */
am_update *am_update_find(const char *file);

/* Text of the update of the solver, for generated units; NULL if the strategy
 * is not conventional, or if the update is not compiled in. */
const char *am_update_text(const am_law *law, const am_solver *solver);

#endif
