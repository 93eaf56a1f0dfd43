# The files of src/scheme, headers too.
libcore_la_SOURCES += src/scheme/family.h
libcore_la_SOURCES += src/scheme/scheme.h
libcore_la_SOURCES += src/scheme/schemes.c
