# The files of src/compare, headers too.
libprogram_la_SOURCES += src/compare/bands.c
libprogram_la_SOURCES += src/compare/bands.h
libprogram_la_SOURCES += src/compare/compare.c
libprogram_la_SOURCES += src/compare/compare.h
libprogram_la_SOURCES += src/compare/match.c
libprogram_la_SOURCES += src/compare/norm.c
libprogram_la_SOURCES += src/compare/results.c
libprogram_la_SOURCES += src/compare/show.c
