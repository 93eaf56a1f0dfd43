# The files of src/fit, headers too.
libprogram_la_SOURCES += src/fit/curves.c
libprogram_la_SOURCES += src/fit/decompose.c
libprogram_la_SOURCES += src/fit/decompose.h
libprogram_la_SOURCES += src/fit/evaluate.c
libprogram_la_SOURCES += src/fit/fit.h
libprogram_la_SOURCES += src/fit/json.c
libprogram_la_SOURCES += src/fit/map.c
libprogram_la_SOURCES += src/fit/map.h
libprogram_la_SOURCES += src/fit/minimize.c
libprogram_la_SOURCES += src/fit/minimize.h
libprogram_la_SOURCES += src/fit/prepare.c
libprogram_la_SOURCES += src/fit/print.c
libprogram_la_SOURCES += src/fit/solve.c
libprogram_la_SOURCES += src/fit/test.c
libprogram_la_SOURCES += src/fit/test.h
