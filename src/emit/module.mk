# The files of src/emit, headers too.
libcore_la_SOURCES += src/emit/elimination.c
libcore_la_SOURCES += src/emit/function.c
libcore_la_SOURCES += src/emit/function.h
libcore_la_SOURCES += src/emit/law_text.c
libcore_la_SOURCES += src/emit/schedule.c
libcore_la_SOURCES += src/emit/schedule.h
libcore_la_SOURCES += src/emit/plan.c
libcore_la_SOURCES += src/emit/plan.h
libcore_la_SOURCES += src/emit/source.c
libcore_la_SOURCES += src/emit/source.h
libcore_la_SOURCES += src/emit/texts.c
libcore_la_SOURCES += src/emit/texts.h

# The stepping text as strings.
embedded_texts = expr/libm.h expr/scalar.h expr/special.h kernel/active_set.h \
  kernel/adaptive.h kernel/complementarity.h \
  kernel/advance.h kernel/block.h kernel/block_fields.h kernel/block_gradient.h kernel/chain.h \
  kernel/continuation.h kernel/cuts.h \
  kernel/conventional.h kernel/device.h kernel/dialect.h kernel/domain.h kernel/doubling.h kernel/late_flow.h \
  kernel/equilibrium.h \
  kernel/error_norm.h kernel/evaluation.h kernel/explicit.h kernel/fields.def \
  kernel/fields.h kernel/first_launch.h kernel/constraints.h \
  kernel/given_gradient.h kernel/given_stress.h kernel/gradient_by.h kernel/grid.h kernel/groups.h \
  kernel/implicit_euler.h kernel/iteration.h kernel/kinks.h kernel/lanes.h kernel/launch.h kernel/line_search.h \
  kernel/linear.h kernel/loading.h kernel/logarithmic.h kernel/mandel.h kernel/newton.h kernel/point.h kernel/principal.h kernel/projection.h \
  kernel/return.h \
  kernel/rosenbrock.h kernel/second_look.h kernel/sensitivity.h \
  kernel/source_context.h \
  kernel/step_control.h kernel/stiffness.h kernel/substep_ends.h \
  kernel/maxima.h kernel/tangent.h kernel/two_stage.h \
  host/deformed.h host/dump.h host/generic.h host/host.h host/umat.h solver/family.h \
  solver/rows.h
EXTRA_DIST += src/emit/escaped.awk
EXTRA_DIST += src/emit/texts.awk
BUILT_SOURCES += src/emit/texts.inc
CLEANFILES += src/emit/texts.inc src/emit/texts.new

src/emit/texts.lo: src/emit/texts.inc

src/emit/texts.inc: FORCE
	@$(MKDIR_P) src/emit
	@(cd '$(srcdir)/src' && \
	  $(AWK) -f emit/escaped.awk -f emit/texts.awk $(embedded_texts)) > src/emit/texts.new
	@cmp -s src/emit/texts.new $@ || cp src/emit/texts.new $@
