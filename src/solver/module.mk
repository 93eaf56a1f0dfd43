# The files of src/solver, headers too.
libcore_la_SOURCES += src/solver/family.h
libcore_la_SOURCES += src/solver/kinematics.c
libcore_la_SOURCES += src/solver/kinematics.h
libcore_la_SOURCES += src/solver/scheme.h
libcore_la_SOURCES += src/solver/rows.h
libcore_la_SOURCES += src/solver/schemes.c
libcore_la_SOURCES += src/solver/settings.c
libcore_la_SOURCES += src/solver/settings.h
libcore_la_SOURCES += src/solver/solver.h
