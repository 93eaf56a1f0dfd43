/* kernel.h: numerical integration of material laws: includes all parts in the
 * order in which they are compiled.
 *
 * All integration is in these files, written in the dialect of C of dialect.h.
 * The functions of the law (k_rate, k_jacobian, …) come from the engine that
 * includes these files. Begin reading with the fields of points
 * (points/fields.h), then points/block.h (one loading step of a block of
 * points), points/equilibrium.h (mixed control), points/evaluation.h (the law
 * over a loading step) and ode/adaptive.h (substeps). Folders: `ode` contains
 * schemes; `control`, the definition of y' = F(t, y) (problem.h); `domain`,
 * elastic domains; `points`, fields, chains of schemes and lanes.
 * docs/theory.md contains the equations.
 *
 * context.h defines the names through which these files read a law and its
 * solver in the interpreter; source_context.h defines them in generated
 * sources, which hold the same files as text (emit/source.c), preceded by
 * dialect.h, lanes.h or device.h, and followed by advance.h or, on devices,
 * grid.h; files marked "finite strain" only for laws whose strain is that of a
 * deformation gradient. */

/* Functions that need no context in one engine may need it in another. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "kernel/points/first_launch.h"
#include "kernel/control/mandel.h"
#include "kernel/ode/linear.h"
#include "kernel/control/loading.h"
#include "kernel/control/constraints.h"
#include "kernel/control/logarithmic.h" /* finite strain */
#include "kernel/control/stress_measure.h" /* finite strain */
#include "kernel/control/given_gradient.h" /* finite strain */
#include "kernel/control/given_stress.h"
#include "kernel/control/point.h"
#include "kernel/control/tangent.h"
#include "kernel/control/problem.h"
#include "kernel/domain/domain.h"
#include "kernel/ode/error_norm.h"
#include "kernel/domain/complementarity.h"
#include "kernel/ode/line_search.h"
#include "kernel/domain/active_set.h"
#include "kernel/ode/newton.h"
#include "kernel/domain/return.h"
#include "kernel/ode/iteration.h"
#include "kernel/domain/cuts.h"
#include "kernel/domain/bent_planes.h"
#include "kernel/domain/projection.h"
#include "kernel/domain/kinks.h"
#include "kernel/ode/continuation.h"
#include "kernel/ode/explicit.h"
#include "kernel/ode/rosenbrock.h"
#include "kernel/ode/implicit_euler.h"
#include "kernel/domain/late_flow.h"
#include "kernel/ode/doubling.h"
#include "kernel/domain/two_stage.h"
#include "kernel/ode/substep_ends.h"
#include "kernel/ode/step_control.h"
#include "kernel/ode/stiffness.h"
#include "kernel/ode/maxima.h"
#include "kernel/ode/end_error.h"
#include "kernel/ode/adaptive.h"
#include "kernel/points/evaluation.h"
#include "kernel/points/equilibrium.h"
#include "kernel/points/block_fields.h"
#include "kernel/points/block_gradient.h" /* finite strain */
#include "kernel/points/sensitivity.h"
#include "kernel/points/chain.h"
#include "kernel/points/radial.h"
#include "kernel/points/block.h"
#pragma GCC diagnostic pop
