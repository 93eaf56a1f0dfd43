# The files of src/fit, headers too.
libprogram_la_SOURCES += src/fit/decompose.c
libprogram_la_SOURCES += src/fit/fit.h
libprogram_la_SOURCES += src/fit/minimize.c
libprogram_la_SOURCES += src/fit/minimize.h
libprogram_la_SOURCES += src/fit/prepare.c
libprogram_la_SOURCES += src/fit/report.c
libprogram_la_SOURCES += src/fit/solve.c
libprogram_la_SOURCES += src/fit/table.c
