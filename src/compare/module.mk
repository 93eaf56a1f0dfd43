# The files of src/compare, headers too.
libautomat_a_SOURCES += src/compare/compare.c
libautomat_a_SOURCES += src/compare/compare.h
libautomat_a_SOURCES += src/compare/match.c
libautomat_a_SOURCES += src/compare/match.h
libautomat_a_SOURCES += src/compare/norm.c
libautomat_a_SOURCES += src/compare/norm.h
libautomat_a_SOURCES += src/compare/results.c
libautomat_a_SOURCES += src/compare/results.h
libautomat_a_SOURCES += src/compare/show.c
libautomat_a_SOURCES += src/compare/show.h
