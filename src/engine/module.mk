# The files of src/engine, headers too.
libcore_la_SOURCES += src/engine/breaks.c
libcore_la_SOURCES += src/engine/breaks.h
libcore_la_SOURCES += src/engine/cache.c
libcore_la_SOURCES += src/engine/cache.h
libcore_la_SOURCES += src/engine/cache_limit.c
libcore_la_SOURCES += src/engine/chain.c
libcore_la_SOURCES += src/engine/chain.h
libcore_la_SOURCES += src/engine/check.c
libcore_la_SOURCES += src/engine/check.h
libcore_la_SOURCES += src/engine/compiler.c
libcore_la_SOURCES += src/engine/compiler.h
libcore_la_SOURCES += src/engine/conventional.c
libcore_la_SOURCES += src/engine/conventional.h
libcore_la_SOURCES += src/engine/engine.c
libcore_la_SOURCES += src/engine/engine.h
libcore_la_SOURCES += src/engine/fields.c
libcore_la_SOURCES += src/engine/fields.h
libcore_la_SOURCES += src/engine/interp.c
libcore_la_SOURCES += src/engine/interp.h
libcore_la_SOURCES += src/engine/interp_fused.c
libcore_la_SOURCES += src/engine/native.c
libcore_la_SOURCES += src/engine/nominal.c
libcore_la_SOURCES += src/engine/nominal.h
libcore_la_SOURCES += src/engine/object.c
libcore_la_SOURCES += src/engine/object.h

# The hand-written updates of materials, whichever there are.
EXTRA_DIST += src/engine/updates.awk
BUILT_SOURCES += src/engine/updates.inc
CLEANFILES += src/engine/updates.inc src/engine/updates.new

src/engine/conventional.lo: src/engine/updates.inc

src/engine/updates.inc: FORCE
	@$(MKDIR_P) src/engine
	@(cd '$(srcdir)/materials' && \
	  $(AWK) -f ../src/emit/escaped.awk -f ../src/engine/updates.awk \
	    `LC_ALL=C ls | grep '[.]update[.]h$$'` /dev/null) > src/engine/updates.new
	@cmp -s src/engine/updates.new $@ || cp src/engine/updates.new $@

FORCE:
.PHONY: FORCE
