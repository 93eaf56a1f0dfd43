# Files of src/sim/batch, including headers.
libprogram_la_SOURCES += src/sim/batch/one_by_one.c
libprogram_la_SOURCES += src/sim/batch/one_by_one.h
libprogram_la_SOURCES += src/sim/batch/batch.c
libprogram_la_SOURCES += src/sim/batch/batch.h
libprogram_la_SOURCES += src/sim/batch/chunk.c
libprogram_la_SOURCES += src/sim/batch/chunk.h
libprogram_la_SOURCES += src/sim/batch/layout.c
libprogram_la_SOURCES += src/sim/batch/metadata.c
libprogram_la_SOURCES += src/sim/batch/options.h
libprogram_la_SOURCES += src/sim/batch/replay.c
libprogram_la_SOURCES += src/sim/batch/stepping.c
libprogram_la_SOURCES += src/sim/batch/stepping.h
libprogram_la_SOURCES += src/sim/batch/store.c
libprogram_la_SOURCES += src/sim/batch/store.h
