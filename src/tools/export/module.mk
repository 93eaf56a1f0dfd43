# Files of src/tools/export, including headers.
libprogram_la_SOURCES += src/tools/export/check.c
libprogram_la_SOURCES += src/tools/export/compare.c
libprogram_la_SOURCES += src/tools/export/description.c
libprogram_la_SOURCES += src/tools/export/export.c
libprogram_la_SOURCES += src/tools/export/export.h
libprogram_la_SOURCES += src/tools/export/gradients.c
libprogram_la_SOURCES += src/tools/export/interfaces.c
libprogram_la_SOURCES += src/tools/export/interfaces.h
libprogram_la_SOURCES += src/tools/export/finite_strain.c
libprogram_la_SOURCES += src/tools/export/library.c
libprogram_la_SOURCES += src/tools/export/library.h
libprogram_la_SOURCES += src/tools/export/snippet.c
libprogram_la_SOURCES += src/tools/export/stated_checks.c
libprogram_la_SOURCES += src/tools/export/tables.c

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
