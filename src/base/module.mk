# The files of src/base, headers too.
libcore_la_SOURCES += src/base/arena.c
libcore_la_SOURCES += src/base/arena.h
libcore_la_SOURCES += src/base/basis.c
libcore_la_SOURCES += src/base/basis.h
libcore_la_SOURCES += src/base/blocks.c
libcore_la_SOURCES += src/base/blocks.h
libcore_la_SOURCES += src/base/clock.h
libcore_la_SOURCES += src/base/data.c
libcore_la_SOURCES += src/base/data.h
libcore_la_SOURCES += src/base/report.c
libcore_la_SOURCES += src/base/report.h
libcore_la_SOURCES += src/base/statistics.c
libcore_la_SOURCES += src/base/statistics.h
libcore_la_SOURCES += src/base/status.h
libcore_la_SOURCES += src/base/text.c
libcore_la_SOURCES += src/base/text.h
libcore_la_SOURCES += src/base/threads.h
