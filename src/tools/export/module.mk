# Interfaces of other solvers as strings
export_texts = \
  tools/export/host.h \
  tools/export/host_deformed.h \
  tools/export/host_dump.h \
  tools/export/host_generic.h \
  tools/export/host_umat.h
EXTRA_DIST += src/tools/export/host.h
EXTRA_DIST += src/tools/export/host_deformed.h
EXTRA_DIST += src/tools/export/host_dump.h
EXTRA_DIST += src/tools/export/host_generic.h
EXTRA_DIST += src/tools/export/host_umat.h
BUILT_SOURCES += src/tools/export/texts.inc
CLEANFILES += src/tools/export/texts.inc src/tools/export/texts.inc.new

src/tools/export/export.lo: src/tools/export/texts.inc

src/tools/export/texts.inc: FORCE
	@$(embed); embed $(export_texts)
