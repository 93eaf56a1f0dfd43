/* conventional.h: hand-written updates of installed materials, compiled into
 * the program.  The build lists the files materials/NAME.update.h.
 *
 * Such a file defines, in the dialect of kernel/dialect.h,
 *
 *   K_FN void k_update(const real *eps1, const real *a0, real dt,
 *                      const real *par, real *a1, real *sig, real *C,
 *                      mask *ok)
 *
 * one backward Euler step.  Symmetric tensors in Kelvin-Mandel components
 * [6] (also deviatoric ones); a0, a1: the internal variables in the order of
 * the file; par: the numbers of the parameters in the order of the file; C:
 * tangent [6][6], NULL when not wanted; ok: false where it failed. */
#ifndef AM_ENGINE_CONVENTIONAL_H
#define AM_ENGINE_CONVENTIONAL_H

#include "kernel/dialect.h"
#include "law/law.h"

typedef void am_update(const real *eps1, const real *a0, real dt,
                       const real *par, real *a1, real *sig, real *C,
                       mask *ok);

/* The update in FILE, "michel-suquet.update.h"; NULL when it is not compiled
 * in. */
am_update *am_update_find(const char *file);

/* The text of the update that the solver asks for, for generated units; NULL
 * where it asks for none, or there is none. */
const char *am_update_text(const am_law *law, const am_solver *solver);

#endif
