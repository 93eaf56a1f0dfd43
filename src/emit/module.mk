# The files of src/emit, headers too.
libautomat_a_SOURCES += src/emit/function.c
libautomat_a_SOURCES += src/emit/function.h
libautomat_a_SOURCES += src/emit/order.c
libautomat_a_SOURCES += src/emit/order.h
