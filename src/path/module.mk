# The files of src/path, headers too.
libprogram_la_SOURCES += src/path/case.c
libprogram_la_SOURCES += src/path/case.h
libprogram_la_SOURCES += src/path/fitting.c
libprogram_la_SOURCES += src/path/fitting.h
libprogram_la_SOURCES += src/path/history.c
libprogram_la_SOURCES += src/path/output.c
libprogram_la_SOURCES += src/path/path.c
libprogram_la_SOURCES += src/path/path.h
libprogram_la_SOURCES += src/path/philox.c
libprogram_la_SOURCES += src/path/philox.h
libprogram_la_SOURCES += src/path/points.c
libprogram_la_SOURCES += src/path/points.h
libprogram_la_SOURCES += src/path/read_segments.c
libprogram_la_SOURCES += src/path/reading.c
libprogram_la_SOURCES += src/path/reading.h
libprogram_la_SOURCES += src/path/segment.h
libprogram_la_SOURCES += src/path/target.c
