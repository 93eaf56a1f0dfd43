# The files of src/space, headers too.
libprogram_la_SOURCES += src/space/cell.c
libprogram_la_SOURCES += src/space/cell.h
libprogram_la_SOURCES += src/space/corners.c
libprogram_la_SOURCES += src/space/corners.h
libprogram_la_SOURCES += src/space/counted.c
libprogram_la_SOURCES += src/space/counted.h
libprogram_la_SOURCES += src/space/device.c
libprogram_la_SOURCES += src/space/device_total.h
libprogram_la_SOURCES += src/space/externals.c
libprogram_la_SOURCES += src/space/exchange.c
libprogram_la_SOURCES += src/space/frequency.h
libprogram_la_SOURCES += src/space/host.c
libprogram_la_SOURCES += src/space/kernels.def
libprogram_la_SOURCES += src/space/kernels.h
libprogram_la_SOURCES += src/space/labels.c
libprogram_la_SOURCES += src/space/moduli.h
libprogram_la_SOURCES += src/space/pieces.c
libprogram_la_SOURCES += src/space/places.h
libprogram_la_SOURCES += src/space/rotated.h
libprogram_la_SOURCES += src/space/slopes.h
libprogram_la_SOURCES += src/space/space.c
libprogram_la_SOURCES += src/space/space.h
libprogram_la_SOURCES += src/space/stencil.c
libprogram_la_SOURCES += src/space/stencil.h
libprogram_la_SOURCES += src/space/survey.c
libprogram_la_SOURCES += src/space/transform.c
libprogram_la_SOURCES += src/space/transform.h
libprogram_la_SOURCES += src/space/vectors.c
libprogram_la_SOURCES += src/space/vectors.h
libprogram_la_SOURCES += src/space/voxel_fields.c
libprogram_la_SOURCES += src/space/voxels.c
libprogram_la_SOURCES += src/space/voxels.h

# Text of the kernels of a GPU.
embedded_texts += space/corners.h space/device_total.h space/frequency.h \
  space/kernels.h space/moduli.h space/places.h space/rotated.h space/slopes.h \
  space/vectors.h
