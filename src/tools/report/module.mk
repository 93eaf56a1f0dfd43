# Files of src/tools/report, including headers.
libprogram_la_SOURCES += src/tools/report/case.c
libprogram_la_SOURCES += src/tools/report/findings.c
libprogram_la_SOURCES += src/tools/report/formulas.c
libprogram_la_SOURCES += src/tools/report/html.c
libprogram_la_SOURCES += src/tools/report/law.c
libprogram_la_SOURCES += src/tools/report/parameters.c
libprogram_la_SOURCES += src/tools/report/parts.h
libprogram_la_SOURCES += src/tools/report/paths.c
libprogram_la_SOURCES += src/tools/report/pictures.c
libprogram_la_SOURCES += src/tools/report/schemes.c
libprogram_la_SOURCES += src/tools/report/sheet.c
libprogram_la_SOURCES += src/tools/report/sheet.h
libprogram_la_SOURCES += src/tools/report/mathml.c
libprogram_la_SOURCES += src/tools/report/mathml.h
libprogram_la_SOURCES += src/tools/report/mathml_name.c

# Style sheet of pages as a string
EXTRA_DIST += src/tools/report/style.css src/tools/report/lines.awk
BUILT_SOURCES += src/tools/report/style.inc
CLEANFILES += src/tools/report/style.inc src/tools/report/style.new

src/tools/report/sheet.lo: src/tools/report/style.inc

src/tools/report/style.inc: FORCE
	@$(MKDIR_P) src/tools/report
	@(cd '$(srcdir)/src' && \
	  $(AWK) -f core/emit/escaped.awk -f tools/report/lines.awk \
	    tools/report/style.css) > src/tools/report/style.new
	@cmp -s src/tools/report/style.new $@ || cp src/tools/report/style.new $@
