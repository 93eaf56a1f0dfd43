# Files of src/sim/file, including headers.
libprogram_la_SOURCES += src/sim/file/output_lock.c
libprogram_la_SOURCES += src/sim/file/output_lock.h
libprogram_la_SOURCES += src/sim/file/csv_write.c
libprogram_la_SOURCES += src/sim/file/file.c
libprogram_la_SOURCES += src/sim/file/file.h
libprogram_la_SOURCES += src/sim/file/json.c
libprogram_la_SOURCES += src/sim/file/schema.c
libprogram_la_SOURCES += src/sim/file/xml.c
libprogram_la_SOURCES += src/sim/file/xml.h
libprogram_la_SOURCES += src/sim/file/parts.h
