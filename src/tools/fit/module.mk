# Files of src/tools/fit, including headers.
libprogram_la_SOURCES += src/tools/fit/decompose.c
libprogram_la_SOURCES += src/tools/fit/fit.h
libprogram_la_SOURCES += src/tools/fit/minimize.c
libprogram_la_SOURCES += src/tools/fit/minimize.h
libprogram_la_SOURCES += src/tools/fit/prepare.c
libprogram_la_SOURCES += src/tools/fit/report.c
libprogram_la_SOURCES += src/tools/fit/solve.c
libprogram_la_SOURCES += src/tools/fit/table.c
