# The files of src/base, headers too.
libautomat_a_SOURCES += src/base/arena.c
libautomat_a_SOURCES += src/base/arena.h
libautomat_a_SOURCES += src/base/basis.c
libautomat_a_SOURCES += src/base/basis.h
libautomat_a_SOURCES += src/base/clock.h
libautomat_a_SOURCES += src/base/data.c
libautomat_a_SOURCES += src/base/data.h
libautomat_a_SOURCES += src/base/report.c
libautomat_a_SOURCES += src/base/report.h
libautomat_a_SOURCES += src/base/statistics.c
libautomat_a_SOURCES += src/base/statistics.h
libautomat_a_SOURCES += src/base/status.h
libautomat_a_SOURCES += src/base/text.c
libautomat_a_SOURCES += src/base/text.h
libautomat_a_SOURCES += src/base/threads.h
