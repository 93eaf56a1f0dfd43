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
