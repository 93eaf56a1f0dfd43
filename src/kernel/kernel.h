/* kernel.h: the stepping text, in the order in which it is compiled.
 *
 * Everything that integrates is here and only here, written in the dialect
 * of dialect.h.  The functions of the law (k_rate, k_jacobian, …) are given by
 * the engine that includes this text. */
#include "kernel/context.h"

#include "kernel/haste.h"
#include "kernel/mandel.h"
#include "kernel/linear.h"
#include "kernel/load.h"
#include "kernel/measure.h"
#include "kernel/newton.h"
#include "kernel/implicit.h"
#include "kernel/explicit.h"
#include "kernel/rosenbrock.h"
#include "kernel/ends.h"
#include "kernel/adaptive.h"
#include "kernel/conventional.h"
#include "kernel/evaluation.h"
#include "kernel/equilibrium.h"
#include "kernel/sensitivity.h"
#include "kernel/block.h"
