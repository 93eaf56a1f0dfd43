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
 *                    the strains that are not given (equilibrium iteration)
 *     evaluation.h   the law over a loading step: state, stress and tangent
 *     adaptive.h     a pass over its substeps; step_control.h their sizes, by
 *                    the error (error_norm.h, second_look.h) or followed
 *                    (substep_ends.h); maxima.h maxima between the ends
 *     chain.h        which scheme does it where there are several; stiffness.h
 *                    how the first one finds out
 *     explicit.h, rosenbrock.h, implicit_euler.h
 *                    one substep, by the families of schemes; doubling.h,
 *                    two_stage.h of adaptive backward Euler steps, late_flow.h
 *                    errors where flow begins
 *     continuation.h, kinks.h, projection.h, cuts.h, iteration.h, return.h,
 *     newton.h, active_set.h,
 *     line_search.h, domain.h, complementarity.h
 *                    the equations of implicit ones; linear.h theirs
 *     tangent.h      what derivatives obey that are carried along; their
 *                    recursion is in the file of each family
 *     point.h        where a law is evaluated; loading.h the strain at a time,
 *                    given_stress.h where stresses are given, too
 *     logarithmic.h  strains of deformation gradients, by their principal.h, and
 *                    given_gradient.h what given_stress.h is for these
 *     sensitivity.h  after the step: derivatives by parameters; gradient_by.h
 *                    where deformation gradients are given
 *
 * context.h gives the interpreter the words in which these files read a law
 * and its solver; source_context.h gives them to generated sources, which hold
 * the same files as text (emit/source.h), before them one of dialect.h, lanes.h
 * and device.h, and behind them advance.h or, on devices, grid.h. */
#include "kernel/context.h"

#include "kernel/first_launch.h"
#include "kernel/mandel.h"
#include "kernel/linear.h"
#include "kernel/loading.h"
#include "kernel/constraints.h"
#include "kernel/principal.h"
#include "kernel/logarithmic.h"
#include "kernel/given_gradient.h"
#include "kernel/given_stress.h"
#include "kernel/point.h"
#include "kernel/tangent.h"
#include "kernel/error_norm.h"
#include "kernel/domain.h"
#include "kernel/complementarity.h"
#include "kernel/line_search.h"
#include "kernel/active_set.h"
#include "kernel/newton.h"
#include "kernel/return.h"
#include "kernel/iteration.h"
#include "kernel/cuts.h"
#include "kernel/projection.h"
#include "kernel/kinks.h"
#include "kernel/continuation.h"
#include "kernel/explicit.h"
#include "kernel/rosenbrock.h"
#include "kernel/implicit_euler.h"
#include "kernel/late_flow.h"
#include "kernel/doubling.h"
#include "kernel/two_stage.h"
#include "kernel/substep_ends.h"
#include "kernel/step_control.h"
#include "kernel/stiffness.h"
#include "kernel/second_look.h"
#include "kernel/maxima.h"
#include "kernel/adaptive.h"
#include "kernel/conventional.h"
#include "kernel/evaluation.h"
#include "kernel/equilibrium.h"
#include "kernel/block_fields.h"
#include "kernel/gradient_by.h"
#include "kernel/sensitivity.h"
#include "kernel/chain.h"
#include "kernel/block_gradient.h"
#include "kernel/block.h"
