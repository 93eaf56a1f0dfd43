# Interfaces of other solvers as strings
export_texts = \
  tools/export/host.h \
  tools/export/host_deformed.h \
  tools/export/host_dump.h \
  tools/export/host_generic.h \
  tools/export/host_plane_stress.h \
  tools/export/host_umat.h
EXTRA_DIST += src/tools/export/host.h
EXTRA_DIST += src/tools/export/host_deformed.h
EXTRA_DIST += src/tools/export/host_dump.h
EXTRA_DIST += src/tools/export/host_generic.h
EXTRA_DIST += src/tools/export/host_plane_stress.h
EXTRA_DIST += src/tools/export/host_umat.h src/tools/export/snippets.txt
BUILT_SOURCES += src/tools/export/texts.inc src/tools/export/snippets.inc
CLEANFILES += src/tools/export/*.inc src/tools/export/*.inc.new

src/tools/export/export.lo: src/tools/export/texts.inc
src/tools/export/snippet.lo: src/tools/export/snippets.inc

src/tools/export/texts.inc: FORCE
	@$(embed); embed $(export_texts)

src/tools/export/snippets.inc: FORCE
	@$(embed); embed tools/export/snippets.txt
