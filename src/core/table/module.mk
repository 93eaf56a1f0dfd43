# Files of src/core/table, including headers.
libcore_la_SOURCES += src/core/table/csv_cells.c
libcore_la_SOURCES += src/core/table/csv_cells.h
libcore_la_SOURCES += src/core/table/csv_read.c
libcore_la_SOURCES += src/core/table/table.c
libcore_la_SOURCES += src/core/table/table.h
