# Files of src/core/engine, including headers.
libcore_la_SOURCES += src/core/engine/breaks.c
libcore_la_SOURCES += src/core/engine/cache.c
libcore_la_SOURCES += src/core/engine/cache.h
libcore_la_SOURCES += src/core/engine/chain.c
libcore_la_SOURCES += src/core/engine/check.c
libcore_la_SOURCES += src/core/engine/check.h
libcore_la_SOURCES += src/core/engine/compiler.c
libcore_la_SOURCES += src/core/engine/compiler.h
libcore_la_SOURCES += src/core/engine/conventional.c
libcore_la_SOURCES += src/core/engine/engine.c
libcore_la_SOURCES += src/core/engine/engine.h
libcore_la_SOURCES += src/core/engine/fields.c
libcore_la_SOURCES += src/core/engine/fields.h
libcore_la_SOURCES += src/core/engine/interp.c
libcore_la_SOURCES += src/core/engine/interp.h
libcore_la_SOURCES += src/core/engine/interp_fused.c
libcore_la_SOURCES += src/core/engine/native.c
libcore_la_SOURCES += src/core/engine/nominal.c
libcore_la_SOURCES += src/core/engine/object.c
libcore_la_SOURCES += src/core/engine/parts.h

# Hand-written updates of materials, all that exist
EXTRA_DIST += src/core/engine/updates.awk
BUILT_SOURCES += src/core/engine/updates.inc
CLEANFILES += src/core/engine/updates.inc src/core/engine/updates.new

src/core/engine/conventional.lo: src/core/engine/updates.inc

src/core/engine/updates.inc: FORCE
	@$(MKDIR_P) src/core/engine
	@(cd '$(srcdir)/materials' && \
	  $(AWK) -f ../src/core/emit/escaped.awk -f ../src/core/engine/updates.awk \
	    `LC_ALL=C ls | grep '[.]update[.]h$$'` /dev/null) > src/core/engine/updates.new
	@cmp -s src/core/engine/updates.new $@ || cp src/core/engine/updates.new $@

FORCE:
.PHONY: FORCE
