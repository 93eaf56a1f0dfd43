# Files of src/core/diff, including headers.
libcore_la_SOURCES += src/core/diff/diff.h
libcore_la_SOURCES += src/core/diff/forward.c
libcore_la_SOURCES += src/core/diff/reverse.c
libcore_la_SOURCES += src/core/diff/divided_difference.c
libcore_la_SOURCES += src/core/diff/spectral.c
libcore_la_SOURCES += src/core/diff/spectral.h
libcore_la_SOURCES += src/core/diff/zero_test.c
