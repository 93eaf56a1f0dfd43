# The files of src/kernel, headers too.
libautomat_a_SOURCES += src/kernel/adaptive.h
libautomat_a_SOURCES += src/kernel/context.h
libautomat_a_SOURCES += src/kernel/dialect.h
libautomat_a_SOURCES += src/kernel/equilibrium.h
libautomat_a_SOURCES += src/kernel/evaluation.h
libautomat_a_SOURCES += src/kernel/explicit.h
libautomat_a_SOURCES += src/kernel/implicit.h
libautomat_a_SOURCES += src/kernel/kernel.h
libautomat_a_SOURCES += src/kernel/linear.h
libautomat_a_SOURCES += src/kernel/load.h
libautomat_a_SOURCES += src/kernel/measure.h
libautomat_a_SOURCES += src/kernel/newton.h
libautomat_a_SOURCES += src/kernel/rosenbrock.h
libautomat_a_SOURCES += src/kernel/solver.c
libautomat_a_SOURCES += src/kernel/solver.h
