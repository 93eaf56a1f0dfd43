# The files of src/fit, headers too.
libautomat_a_SOURCES += src/fit/curves.c
libautomat_a_SOURCES += src/fit/decompose.c
libautomat_a_SOURCES += src/fit/decompose.h
libautomat_a_SOURCES += src/fit/evaluate.c
libautomat_a_SOURCES += src/fit/fit.h
libautomat_a_SOURCES += src/fit/json.c
libautomat_a_SOURCES += src/fit/map.c
libautomat_a_SOURCES += src/fit/map.h
libautomat_a_SOURCES += src/fit/minimize.c
libautomat_a_SOURCES += src/fit/minimize.h
libautomat_a_SOURCES += src/fit/prepare.c
libautomat_a_SOURCES += src/fit/print.c
libautomat_a_SOURCES += src/fit/solve.c
libautomat_a_SOURCES += src/fit/test.c
libautomat_a_SOURCES += src/fit/test.h
