# The files of src/path, headers too.
libautomat_a_SOURCES += src/path/case.c
libautomat_a_SOURCES += src/path/case.h
libautomat_a_SOURCES += src/path/expectation.c
libautomat_a_SOURCES += src/path/goal.c
libautomat_a_SOURCES += src/path/history.c
libautomat_a_SOURCES += src/path/path.c
libautomat_a_SOURCES += src/path/path.h
libautomat_a_SOURCES += src/path/reading.c
libautomat_a_SOURCES += src/path/reading.h
libautomat_a_SOURCES += src/path/segment.c
libautomat_a_SOURCES += src/path/segment.h
libautomat_a_SOURCES += src/path/settings.c
