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

#include "kernel/points/first_launch.h"
#include "kernel/control/mandel.h"
#include "kernel/ode/linear.h"
#include "kernel/control/loading.h"
#include "kernel/control/constraints.h"
#include "kernel/control/principal.h"
#include "kernel/control/logarithmic.h"
#include "kernel/control/given_gradient.h"
#include "kernel/control/given_stress.h"
#include "kernel/control/point.h"
#include "kernel/control/tangent.h"
#include "kernel/control/problem.h"
#include "kernel/ode/error_norm.h"
#include "kernel/control/domain.h"
#include "kernel/control/complementarity.h"
#include "kernel/ode/line_search.h"
#include "kernel/control/active_set.h"
#include "kernel/ode/newton.h"
#include "kernel/control/free_flow.h"
#include "kernel/ode/return.h"
#include "kernel/ode/iteration.h"
#include "kernel/control/cuts.h"
#include "kernel/control/projection.h"
#include "kernel/control/kinks.h"
#include "kernel/ode/continuation.h"
#include "kernel/ode/explicit.h"
#include "kernel/ode/rosenbrock.h"
#include "kernel/ode/implicit_euler.h"
#include "kernel/ode/late_flow.h"
#include "kernel/ode/doubling.h"
#include "kernel/ode/two_stage.h"
#include "kernel/ode/substep_ends.h"
#include "kernel/ode/step_control.h"
#include "kernel/ode/stiffness.h"
#include "kernel/ode/second_look.h"
#include "kernel/ode/maxima.h"
#include "kernel/ode/adaptive.h"
#include "kernel/points/conventional.h"
#include "kernel/points/evaluation.h"
#include "kernel/points/equilibrium.h"
#include "kernel/points/block_fields.h"
#include "kernel/points/gradient_by.h"
#include "kernel/points/sensitivity.h"
#include "kernel/points/chain.h"
#include "kernel/points/block_gradient.h"
#include "kernel/points/block.h"
