# Files of src/sim/microstructure, including headers.
libprogram_la_SOURCES += src/sim/microstructure/dispersion.c
libprogram_la_SOURCES += src/sim/microstructure/dispersion.h
libprogram_la_SOURCES += src/sim/microstructure/fibres.c
libprogram_la_SOURCES += src/sim/microstructure/inclusion.c
libprogram_la_SOURCES += src/sim/microstructure/inclusion.h
libprogram_la_SOURCES += src/sim/microstructure/labels_file.c
libprogram_la_SOURCES += src/sim/microstructure/laminate.c
libprogram_la_SOURCES += src/sim/microstructure/microstructure.c
libprogram_la_SOURCES += src/sim/microstructure/microstructure.h
libprogram_la_SOURCES += src/sim/microstructure/source.h
libprogram_la_SOURCES += src/sim/microstructure/spheres.c
libprogram_la_SOURCES += src/sim/microstructure/values.c
libprogram_la_SOURCES += src/sim/microstructure/parts.h
