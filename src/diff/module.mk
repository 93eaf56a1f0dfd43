# The files of src/diff, headers too.
libautomat_a_SOURCES += src/diff/diff.h
libautomat_a_SOURCES += src/diff/forward.c
libautomat_a_SOURCES += src/diff/partial.c
libautomat_a_SOURCES += src/diff/reverse.c
libautomat_a_SOURCES += src/diff/sparsity.c
libautomat_a_SOURCES += src/diff/sweep.h
