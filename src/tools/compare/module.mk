# Files of src/tools/compare, including headers.
libprogram_la_SOURCES += src/tools/compare/bands.c
libprogram_la_SOURCES += src/tools/compare/compare.c
libprogram_la_SOURCES += src/tools/compare/compare.h
libprogram_la_SOURCES += src/tools/compare/match.c
libprogram_la_SOURCES += src/tools/compare/norm.c
libprogram_la_SOURCES += src/tools/compare/results.c
libprogram_la_SOURCES += src/tools/compare/show.c
