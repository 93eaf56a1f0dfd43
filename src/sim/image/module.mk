# Files of src/sim/image, including headers.
libprogram_la_SOURCES += src/sim/image/binary.c
libprogram_la_SOURCES += src/sim/image/images.c
libprogram_la_SOURCES += src/sim/image/images.h
libprogram_la_SOURCES += src/sim/image/label_array.c
libprogram_la_SOURCES += src/sim/image/label_array.h
libprogram_la_SOURCES += src/sim/image/labels.c
libprogram_la_SOURCES += src/sim/image/labels.h
libprogram_la_SOURCES += src/sim/image/checksum.c
libprogram_la_SOURCES += src/sim/image/checksum.h
libprogram_la_SOURCES += src/sim/image/snapshot.c
libprogram_la_SOURCES += src/sim/image/snapshot.h
libprogram_la_SOURCES += src/sim/image/vti.h
libprogram_la_SOURCES += src/sim/image/vti_data.c
libprogram_la_SOURCES += src/sim/image/vti_file.h
libprogram_la_SOURCES += src/sim/image/vti_labels.c
libprogram_la_SOURCES += src/sim/image/vti_read.c
libprogram_la_SOURCES += src/sim/image/parts.h
