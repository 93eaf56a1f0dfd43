# The files of src/diff, headers too.
libcore_la_SOURCES += src/diff/diff.h
libcore_la_SOURCES += src/diff/forward.c
libcore_la_SOURCES += src/diff/partial.c
libcore_la_SOURCES += src/diff/reverse.c
libcore_la_SOURCES += src/diff/slope.c
libcore_la_SOURCES += src/diff/spectral.c
libcore_la_SOURCES += src/diff/spectral.h
libcore_la_SOURCES += src/diff/vanish.c
