# The files of src/engine, headers too.
libautomat_a_SOURCES += src/engine/agreement.c
libautomat_a_SOURCES += src/engine/agreement.h
libautomat_a_SOURCES += src/engine/cache.c
libautomat_a_SOURCES += src/engine/cache.h
libautomat_a_SOURCES += src/engine/check.c
libautomat_a_SOURCES += src/engine/check.h
libautomat_a_SOURCES += src/engine/compiler.c
libautomat_a_SOURCES += src/engine/compiler.h
libautomat_a_SOURCES += src/engine/conventional.c
libautomat_a_SOURCES += src/engine/conventional.h
libautomat_a_SOURCES += src/engine/engine.c
libautomat_a_SOURCES += src/engine/engine.h
libautomat_a_SOURCES += src/engine/frozen.h
libautomat_a_SOURCES += src/engine/image.c
libautomat_a_SOURCES += src/engine/image.h
libautomat_a_SOURCES += src/engine/interp.c
libautomat_a_SOURCES += src/engine/native.c
libautomat_a_SOURCES += src/engine/object.c
libautomat_a_SOURCES += src/engine/object.h
libautomat_a_SOURCES += src/engine/process.c
libautomat_a_SOURCES += src/engine/process.h
libautomat_a_SOURCES += src/engine/processor.c
libautomat_a_SOURCES += src/engine/processor.h
libautomat_a_SOURCES += src/engine/step.c

# The hand-written updates of materials, whichever there are.
EXTRA_DIST += src/engine/updates.awk
BUILT_SOURCES += src/engine/updates.inc
CLEANFILES += src/engine/updates.inc src/engine/updates.new

src/engine/conventional.$(OBJEXT): src/engine/updates.inc

src/engine/updates.inc: FORCE
	@$(MKDIR_P) src/engine
	@(cd '$(srcdir)/materials' && \
	  $(AWK) -f ../src/emit/escaped.awk -f ../src/engine/updates.awk \
	    `ls | grep '[.]update[.]h$$'` /dev/null) > src/engine/updates.new
	@cmp -s src/engine/updates.new $@ || cp src/engine/updates.new $@

FORCE:
.PHONY: FORCE
