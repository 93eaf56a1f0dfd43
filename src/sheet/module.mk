# The files of src/sheet, headers too.
libprogram_la_SOURCES += src/sheet/case.c
libprogram_la_SOURCES += src/sheet/findings.c
libprogram_la_SOURCES += src/sheet/formulas.c
libprogram_la_SOURCES += src/sheet/html.c
libprogram_la_SOURCES += src/sheet/html.h
libprogram_la_SOURCES += src/sheet/law.c
libprogram_la_SOURCES += src/sheet/parameters.c
libprogram_la_SOURCES += src/sheet/parts.h
libprogram_la_SOURCES += src/sheet/paths.c
libprogram_la_SOURCES += src/sheet/pictures.c
libprogram_la_SOURCES += src/sheet/run.c
libprogram_la_SOURCES += src/sheet/schemes.c
libprogram_la_SOURCES += src/sheet/sheet.c
libprogram_la_SOURCES += src/sheet/sheet.h

# The style of pages as a string.
EXTRA_DIST += src/sheet/style.css src/sheet/lines.awk
BUILT_SOURCES += src/sheet/style.inc
CLEANFILES += src/sheet/style.inc src/sheet/style.new

src/sheet/sheet.lo: src/sheet/style.inc

src/sheet/style.inc: FORCE
	@$(MKDIR_P) src/sheet
	@(cd '$(srcdir)/src' && \
	  $(AWK) -f emit/escaped.awk -f sheet/lines.awk \
	    sheet/style.css) > src/sheet/style.new
	@cmp -s src/sheet/style.new $@ || cp src/sheet/style.new $@
