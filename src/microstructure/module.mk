# The files of src/microstructure, headers too.
libprogram_la_SOURCES += src/microstructure/dispersion.c
libprogram_la_SOURCES += src/microstructure/dispersion.h
libprogram_la_SOURCES += src/microstructure/fibres.c
libprogram_la_SOURCES += src/microstructure/inclusion.c
libprogram_la_SOURCES += src/microstructure/inclusion.h
libprogram_la_SOURCES += src/microstructure/labels_file.c
libprogram_la_SOURCES += src/microstructure/laminate.c
libprogram_la_SOURCES += src/microstructure/microstructure.c
libprogram_la_SOURCES += src/microstructure/microstructure.h
libprogram_la_SOURCES += src/microstructure/source.h
libprogram_la_SOURCES += src/microstructure/spheres.c
libprogram_la_SOURCES += src/microstructure/values.c
libprogram_la_SOURCES += src/microstructure/values.h
