# The files of src/scheme, headers too.
libautomat_a_SOURCES += src/scheme/family.h
libautomat_a_SOURCES += src/scheme/scheme.h
libautomat_a_SOURCES += src/scheme/schemes.c
