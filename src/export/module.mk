# The files of src/export, headers too.
libprogram_la_SOURCES += src/export/check.c
libprogram_la_SOURCES += src/export/check.h
libprogram_la_SOURCES += src/export/compile.c
libprogram_la_SOURCES += src/export/description.c
libprogram_la_SOURCES += src/export/description.h
libprogram_la_SOURCES += src/export/export.c
libprogram_la_SOURCES += src/export/export.h
libprogram_la_SOURCES += src/export/library.c
libprogram_la_SOURCES += src/export/library.h
libprogram_la_SOURCES += src/export/snippet.c
libprogram_la_SOURCES += src/export/tables.c
libprogram_la_SOURCES += src/export/tables.h
