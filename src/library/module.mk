# The files of src/library, headers too.
libcore_la_SOURCES += src/library/assigned.c
libcore_la_SOURCES += src/library/assigned.h
