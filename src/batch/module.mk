# The files of src/batch, headers too.
libprogram_la_SOURCES += src/batch/alone.c
libprogram_la_SOURCES += src/batch/alone.h
libprogram_la_SOURCES += src/batch/batch.c
libprogram_la_SOURCES += src/batch/batch.h
libprogram_la_SOURCES += src/batch/chunk.c
libprogram_la_SOURCES += src/batch/chunk.h
libprogram_la_SOURCES += src/batch/layout.c
libprogram_la_SOURCES += src/batch/notes.c
libprogram_la_SOURCES += src/batch/options.h
libprogram_la_SOURCES += src/batch/replay.c
libprogram_la_SOURCES += src/batch/replay.h
libprogram_la_SOURCES += src/batch/stepping.c
libprogram_la_SOURCES += src/batch/stepping.h
libprogram_la_SOURCES += src/batch/store.c
libprogram_la_SOURCES += src/batch/store.h
