# The files of src/library, headers too.
lib_LTLIBRARIES = libautomat.la
libautomat_la_SOURCES =
libautomat_la_LIBADD = libcore.la
libautomat_la_LDFLAGS = -no-undefined -version-info 0:0:0 \
  -Wl,--version-script='$(srcdir)/src/library/libautomat.map'
EXTRA_libautomat_la_DEPENDENCIES = src/library/libautomat.map
EXTRA_DIST += src/library/libautomat.map

include_HEADERS = src/library/automat.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = automat.pc

libcore_la_SOURCES += src/library/assigned.c
libcore_la_SOURCES += src/library/assigned.h
libcore_la_SOURCES += src/library/evaluate.c
libcore_la_SOURCES += src/library/model.c
libcore_la_SOURCES += src/library/model.h
libcore_la_SOURCES += src/library/program.c
