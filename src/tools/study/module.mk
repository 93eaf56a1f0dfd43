# Files of src/tools/study, including headers.
libprogram_la_SOURCES += src/tools/study/accuracy.c
libprogram_la_SOURCES += src/tools/study/jobs.c
libprogram_la_SOURCES += src/tools/study/jobs.h
libprogram_la_SOURCES += src/tools/study/keys.c
libprogram_la_SOURCES += src/tools/study/lists.c
libprogram_la_SOURCES += src/tools/study/lists.h
libprogram_la_SOURCES += src/tools/study/order.c
libprogram_la_SOURCES += src/tools/study/picture.c
libprogram_la_SOURCES += src/tools/study/schemes.c
libprogram_la_SOURCES += src/tools/study/studies.c
libprogram_la_SOURCES += src/tools/study/study.h
libprogram_la_SOURCES += src/tools/study/sweep.c
libprogram_la_SOURCES += src/tools/study/tangent.c
libprogram_la_SOURCES += src/tools/study/variants.c
libprogram_la_SOURCES += src/tools/study/walk.c
libprogram_la_SOURCES += src/tools/study/walk.h
