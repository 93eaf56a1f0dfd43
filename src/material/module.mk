# The files of src/material, headers too.
libautomat_a_SOURCES += src/material/build.h
libautomat_a_SOURCES += src/material/constants.c
libautomat_a_SOURCES += src/material/find.c
libautomat_a_SOURCES += src/material/law.c
libautomat_a_SOURCES += src/material/law.h
libautomat_a_SOURCES += src/material/material.h
libautomat_a_SOURCES += src/material/parameter.c
libautomat_a_SOURCES += src/material/parameter.h
libautomat_a_SOURCES += src/material/partials.c
libautomat_a_SOURCES += src/material/potentials.c
libautomat_a_SOURCES += src/material/read.c
libautomat_a_SOURCES += src/material/split.c
libautomat_a_SOURCES += src/material/state.c
libautomat_a_SOURCES += src/material/unit.c
libautomat_a_SOURCES += src/material/variables.c
libautomat_a_SOURCES += src/material/vary.c
libautomat_a_SOURCES += src/material/vary.h
