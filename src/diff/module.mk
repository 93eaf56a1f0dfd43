# The files of src/diff, headers too.
libcore_la_SOURCES += src/diff/diff.h
libcore_la_SOURCES += src/diff/forward.c
libcore_la_SOURCES += src/diff/partial.c
libcore_la_SOURCES += src/diff/reverse.c
