# The files of src/emit, headers too.
libcore_la_SOURCES += src/emit/elimination.c
libcore_la_SOURCES += src/emit/elimination.h
libcore_la_SOURCES += src/emit/function.c
libcore_la_SOURCES += src/emit/function.h
libcore_la_SOURCES += src/emit/law_text.c
libcore_la_SOURCES += src/emit/law_text.h
libcore_la_SOURCES += src/emit/order.c
libcore_la_SOURCES += src/emit/order.h
libcore_la_SOURCES += src/emit/plan.c
libcore_la_SOURCES += src/emit/plan.h
libcore_la_SOURCES += src/emit/single.c
libcore_la_SOURCES += src/emit/single.h
libcore_la_SOURCES += src/emit/texts.c
libcore_la_SOURCES += src/emit/texts.h
libcore_la_SOURCES += src/emit/unit.c
libcore_la_SOURCES += src/emit/unit.h

# The stepping text as strings.
embedded_texts = expr/libm.h expr/scalar.h expr/special.h solver/family.h \
  kernel/adaptive.h kernel/advance.h kernel/block.h kernel/continuation.h \
  kernel/conventional.h kernel/device.h kernel/dialect.h kernel/ends.h \
  kernel/equilibrium.h \
  kernel/evaluation.h kernel/explicit.h kernel/fields.def kernel/fields.h \
  kernel/grid.h kernel/groups.h kernel/haste.h kernel/implicit.h \
  kernel/lanes.h kernel/launch.h kernel/linear.h kernel/load.h kernel/mandel.h \
  kernel/measure.h kernel/newton.h kernel/pass.h kernel/rosenbrock.h \
  kernel/search.h kernel/sensitivity.h kernel/settings.h kernel/unit.h
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
