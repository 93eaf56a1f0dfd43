# The files of src/driver, headers too.
libautomat_a_SOURCES += src/driver/columns.c
libautomat_a_SOURCES += src/driver/columns.h
libautomat_a_SOURCES += src/driver/expect.c
libautomat_a_SOURCES += src/driver/expect.h
libautomat_a_SOURCES += src/driver/quantity.c
libautomat_a_SOURCES += src/driver/quantity.h
libautomat_a_SOURCES += src/driver/run.c
libautomat_a_SOURCES += src/driver/run.h
libautomat_a_SOURCES += src/driver/walk.c
