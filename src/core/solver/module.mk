# Files of src/core/solver, including headers.
libcore_la_SOURCES += src/core/solver/exclusions.c
libcore_la_SOURCES += src/core/solver/exclusions.def
libcore_la_SOURCES += src/core/solver/exclusions.h
libcore_la_SOURCES += src/core/solver/family.h
libcore_la_SOURCES += src/core/solver/features.def
libcore_la_SOURCES += src/core/solver/scheme.h
libcore_la_SOURCES += src/core/solver/rows.h
libcore_la_SOURCES += src/core/solver/schemes.c
libcore_la_SOURCES += src/core/solver/settings.c
libcore_la_SOURCES += src/core/solver/settings.h
libcore_la_SOURCES += src/core/solver/solver.h
libcore_la_SOURCES += src/core/solver/parts.h
