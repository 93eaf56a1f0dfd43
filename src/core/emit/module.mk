# The files of src/core/emit, headers too.
libcore_la_SOURCES += src/core/emit/elimination.c
libcore_la_SOURCES += src/core/emit/function.c
libcore_la_SOURCES += src/core/emit/function.h
libcore_la_SOURCES += src/core/emit/law_text.c
libcore_la_SOURCES += src/core/emit/schedule.c
libcore_la_SOURCES += src/core/emit/schedule.h
libcore_la_SOURCES += src/core/emit/plan.c
libcore_la_SOURCES += src/core/emit/plan.h
libcore_la_SOURCES += src/core/emit/source.c
libcore_la_SOURCES += src/core/emit/source.h
libcore_la_SOURCES += src/core/emit/texts.c
libcore_la_SOURCES += src/core/emit/texts.h

# The stepping text as strings.
embedded_texts = \
  core/expr/libm.h \
  core/expr/scalar.h \
  core/expr/special.h \
  core/host/deformed.h \
  core/host/dump.h \
  core/host/generic.h \
  core/host/host.h \
  core/host/umat.h \
  core/kernel/active_set.h \
  core/kernel/adaptive.h \
  core/kernel/advance.h \
  core/kernel/block.h \
  core/kernel/block_fields.h \
  core/kernel/block_gradient.h \
  core/kernel/chain.h \
  core/kernel/complementarity.h \
  core/kernel/constraints.h \
  core/kernel/continuation.h \
  core/kernel/conventional.h \
  core/kernel/cuts.h \
  core/kernel/device.h \
  core/kernel/dialect.h \
  core/kernel/domain.h \
  core/kernel/doubling.h \
  core/kernel/equilibrium.h \
  core/kernel/error_norm.h \
  core/kernel/evaluation.h \
  core/kernel/explicit.h \
  core/kernel/fields.def \
  core/kernel/fields.h \
  core/kernel/first_launch.h \
  core/kernel/given_gradient.h \
  core/kernel/given_stress.h \
  core/kernel/gradient_by.h \
  core/kernel/grid.h \
  core/kernel/groups.h \
  core/kernel/implicit_euler.h \
  core/kernel/iteration.h \
  core/kernel/kinks.h \
  core/kernel/lanes.h \
  core/kernel/late_flow.h \
  core/kernel/launch.h \
  core/kernel/line_search.h \
  core/kernel/linear.h \
  core/kernel/loading.h \
  core/kernel/logarithmic.h \
  core/kernel/mandel.h \
  core/kernel/maxima.h \
  core/kernel/newton.h \
  core/kernel/point.h \
  core/kernel/principal.h \
  core/kernel/projection.h \
  core/kernel/return.h \
  core/kernel/rosenbrock.h \
  core/kernel/second_look.h \
  core/kernel/sensitivity.h \
  core/kernel/source_context.h \
  core/kernel/step_control.h \
  core/kernel/stiffness.h \
  core/kernel/substep_ends.h \
  core/kernel/tangent.h \
  core/kernel/two_stage.h \
  core/solver/family.h \
  core/solver/rows.h
EXTRA_DIST += src/core/emit/escaped.awk
EXTRA_DIST += src/core/emit/texts.awk
BUILT_SOURCES += src/core/emit/texts.inc
CLEANFILES += src/core/emit/texts.inc src/core/emit/texts.new

src/core/emit/texts.lo: src/core/emit/texts.inc

src/core/emit/texts.inc: FORCE
	@$(MKDIR_P) src/core/emit
	@(cd '$(srcdir)/src' && \
	  $(AWK) -f core/emit/escaped.awk -f core/emit/texts.awk $(embedded_texts)) > src/core/emit/texts.new
	@cmp -s src/core/emit/texts.new $@ || cp src/core/emit/texts.new $@
