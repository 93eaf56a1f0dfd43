# The files of src/output, headers too.
libautomat_a_SOURCES += src/output/csv_read.c
libautomat_a_SOURCES += src/output/csv_write.c
libautomat_a_SOURCES += src/output/file.c
libautomat_a_SOURCES += src/output/file.h
libautomat_a_SOURCES += src/output/picture.c
libautomat_a_SOURCES += src/output/plot.c
libautomat_a_SOURCES += src/output/plot.h
libautomat_a_SOURCES += src/output/table.c
libautomat_a_SOURCES += src/output/table.h
