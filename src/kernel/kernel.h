/* kernel.h: the stepping text, in the order in which it is compiled.
 *
 * Everything that integrates is here and only here, written in the dialect
 * of dialect.h.  The functions of the law (k_rate, k_jacobian, …) are given by
 * the engine that includes this text.
 *
 * It is best read from its end, where points come in (fields.h):
 *
 *     block.h        fields of a block of points in and out
 *     equilibrium.h  a loading step under mixed control: Newton's method for
 *                    the strains that are not given
 *     evaluation.h   the law over a loading step: state, stress and tangent
 *     adaptive.h     a pass over its substeps; pass.h their sizes, by the
 *                    error (measure.h) or as they were kept (ends.h)
 *     explicit.h, rosenbrock.h, implicit.h
 *                    one substep, by the families of schemes
 *     continuation.h, newton.h, search.h
 *                    the equations of implicit ones; linear.h theirs
 *     load.h         strain, right-hand side and columns at a time
 *     sensitivity.h  after the step: derivatives by parameters
 *
 * context.h gives the interpreter the words in which these files read a law
 * and its solver; unit.h gives them to generated units, which hold the same
 * files as text (emit/unit.h), before them one of dialect.h, lanes.h and
 * device.h, and behind them advance.h or, on devices, grid.h. */
#include "kernel/context.h"

#include "kernel/haste.h"
#include "kernel/mandel.h"
#include "kernel/linear.h"
#include "kernel/load.h"
#include "kernel/measure.h"
#include "kernel/search.h"
#include "kernel/newton.h"
#include "kernel/continuation.h"
#include "kernel/implicit.h"
#include "kernel/explicit.h"
#include "kernel/rosenbrock.h"
#include "kernel/ends.h"
#include "kernel/pass.h"
#include "kernel/adaptive.h"
#include "kernel/conventional.h"
#include "kernel/evaluation.h"
#include "kernel/equilibrium.h"
#include "kernel/sensitivity.h"
#include "kernel/block.h"
