# Kernel files as C strings
embedded_texts = \
  core/expr/libm.h \
  core/expr/scalar.h \
  core/expr/special.h \
  core/kernel/control/active_set.h \
  core/kernel/control/complementarity.h \
  core/kernel/control/constraints.h \
  core/kernel/control/cuts.h \
  core/kernel/control/domain.h \
  core/kernel/control/free_flow.h \
  core/kernel/control/given_gradient.h \
  core/kernel/control/given_stress.h \
  core/kernel/control/kinks.h \
  core/kernel/control/loading.h \
  core/kernel/control/logarithmic.h \
  core/kernel/control/mandel.h \
  core/kernel/control/point.h \
  core/kernel/control/principal.h \
  core/kernel/control/problem.h \
  core/kernel/control/projection.h \
  core/kernel/control/tangent.h \
  core/kernel/dialect.h \
  core/kernel/ode/adaptive.h \
  core/kernel/ode/continuation.h \
  core/kernel/ode/doubling.h \
  core/kernel/ode/error_norm.h \
  core/kernel/ode/explicit.h \
  core/kernel/ode/implicit_euler.h \
  core/kernel/ode/iteration.h \
  core/kernel/ode/late_flow.h \
  core/kernel/ode/line_search.h \
  core/kernel/ode/linear.h \
  core/kernel/ode/maxima.h \
  core/kernel/ode/newton.h \
  core/kernel/ode/return.h \
  core/kernel/ode/rosenbrock.h \
  core/kernel/ode/end_error.h \
  core/kernel/ode/step_control.h \
  core/kernel/ode/stiffness.h \
  core/kernel/ode/substep_ends.h \
  core/kernel/ode/two_stage.h \
  core/kernel/points/advance.h \
  core/kernel/points/block.h \
  core/kernel/points/block_fields.h \
  core/kernel/points/block_gradient.h \
  core/kernel/points/chain.h \
  core/kernel/points/conventional.h \
  core/kernel/points/device.h \
  core/kernel/points/equilibrium.h \
  core/kernel/points/evaluation.h \
  core/kernel/points/fields.def \
  core/kernel/points/fields.h \
  core/kernel/points/first_launch.h \
  core/kernel/points/gradient_by.h \
  core/kernel/points/grid.h \
  core/kernel/points/groups.h \
  core/kernel/points/lanes.h \
  core/kernel/points/launch.h \
  core/kernel/points/sensitivity.h \
  core/kernel/source_context.h \
  core/solver/family.h \
  core/solver/rows.h
EXTRA_DIST += src/core/emit/escaped.awk
EXTRA_DIST += src/core/emit/texts.awk
BUILT_SOURCES += src/core/emit/texts.inc
CLEANFILES += src/core/emit/texts.inc src/core/emit/texts.inc.new

src/core/emit/texts.lo: src/core/emit/texts.inc

src/core/emit/texts.inc: FORCE
	@$(embed); embed $(embedded_texts)
