# Hand-written updates of materials, all that exist
EXTRA_DIST += src/core/engine/updates.awk
BUILT_SOURCES += src/core/engine/updates.inc
CLEANFILES += src/core/engine/updates.inc src/core/engine/updates.new

src/core/engine/engine.lo: src/core/engine/updates.inc

src/core/engine/updates.inc: FORCE
	@$(MKDIR_P) src/core/engine
	@(cd '$(srcdir)/materials' && \
	  $(AWK) -f ../src/core/emit/escaped.awk -f ../src/core/engine/updates.awk \
	    `LC_ALL=C ls | grep '[.]update[.]h$$'` /dev/null) > src/core/engine/updates.new
	@cmp -s src/core/engine/updates.new $@ || cp src/core/engine/updates.new $@

FORCE:
.PHONY: FORCE
