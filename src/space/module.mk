# The files of src/space, headers too.
libprogram_la_SOURCES += src/space/cell.c
libprogram_la_SOURCES += src/space/cell.h
libprogram_la_SOURCES += src/space/device.c
libprogram_la_SOURCES += src/space/device.h
libprogram_la_SOURCES += src/space/device_kernels.def
libprogram_la_SOURCES += src/space/device_launch.h
libprogram_la_SOURCES += src/space/device_memory.c
libprogram_la_SOURCES += src/space/device_places.h
libprogram_la_SOURCES += src/space/device_points.c
libprogram_la_SOURCES += src/space/device_spectrum.c
libprogram_la_SOURCES += src/space/device_sums.h
libprogram_la_SOURCES += src/space/device_survey.c
libprogram_la_SOURCES += src/space/device_waves.h
libprogram_la_SOURCES += src/space/frequency.h
libprogram_la_SOURCES += src/space/host.c
libprogram_la_SOURCES += src/space/host.h
libprogram_la_SOURCES += src/space/host_points.c
libprogram_la_SOURCES += src/space/host_spectrum.c
libprogram_la_SOURCES += src/space/host_survey.c
libprogram_la_SOURCES += src/space/host_vectors.c
libprogram_la_SOURCES += src/space/labels.c
libprogram_la_SOURCES += src/space/labels.h
libprogram_la_SOURCES += src/space/moduli.h
libprogram_la_SOURCES += src/space/space.c
libprogram_la_SOURCES += src/space/space.h
libprogram_la_SOURCES += src/space/transform.c
libprogram_la_SOURCES += src/space/transform.h
libprogram_la_SOURCES += src/space/waves.c
libprogram_la_SOURCES += src/space/waves.h

# Text of the kernels of a GPU.
embedded_texts += space/device_launch.h space/device_places.h \
  space/device_sums.h space/device_waves.h space/frequency.h space/moduli.h
