# Files of src/sim/plot, including headers.
libprogram_la_SOURCES += src/sim/plot/extent.c
libprogram_la_SOURCES += src/sim/plot/picture.c
libprogram_la_SOURCES += src/sim/plot/picture.h
libprogram_la_SOURCES += src/sim/plot/plot.c
libprogram_la_SOURCES += src/sim/plot/quote.c
libprogram_la_SOURCES += src/sim/plot/script.c
libprogram_la_SOURCES += src/sim/plot/script.h
