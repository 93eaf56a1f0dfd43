# Kernel files as C strings, in addition to those in its folders
embedded_texts = \
  core/expr/libm.h \
  core/expr/scalar.h \
  core/expr/special.h \
  core/kernel/dialect.h \
  core/kernel/kernel.h \
  core/kernel/source_context.h \
  core/solver/family.h \
  core/solver/rows.h
EXTRA_DIST += src/core/emit/escaped.awk
EXTRA_DIST += src/core/emit/texts.awk
BUILT_SOURCES += src/core/emit/texts.inc
CLEANFILES += src/core/emit/texts.inc src/core/emit/texts.inc.new

src/core/emit/texts.lo: src/core/emit/texts.inc

src/core/emit/texts.inc: FORCE
	@$(embed); embed $(embedded_texts) \
	  `cd '$(srcdir)/src' && ls core/kernel/*/*.h core/kernel/*/*.def`
