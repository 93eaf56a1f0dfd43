# Files of src/sim/space, including headers.
libprogram_la_SOURCES += src/sim/space/cell.c
libprogram_la_SOURCES += src/sim/space/cell.h
libprogram_la_SOURCES += src/sim/space/rotated_scheme.c
libprogram_la_SOURCES += src/sim/space/rotated_scheme.h
libprogram_la_SOURCES += src/sim/space/memory_budget.c
libprogram_la_SOURCES += src/sim/space/memory_budget.h
libprogram_la_SOURCES += src/sim/space/device.c
libprogram_la_SOURCES += src/sim/space/device_total.h
libprogram_la_SOURCES += src/sim/space/externals.c
libprogram_la_SOURCES += src/sim/space/exchange.c
libprogram_la_SOURCES += src/sim/space/frequency.h
libprogram_la_SOURCES += src/sim/space/host.c
libprogram_la_SOURCES += src/sim/space/kernels.def
libprogram_la_SOURCES += src/sim/space/kernels.h
libprogram_la_SOURCES += src/sim/space/labels.c
libprogram_la_SOURCES += src/sim/space/moduli.h
libprogram_la_SOURCES += src/sim/space/voxel_chunks.c
libprogram_la_SOURCES += src/sim/space/voxel_indices.h
libprogram_la_SOURCES += src/sim/space/rotated.h
libprogram_la_SOURCES += src/sim/space/slopes.h
libprogram_la_SOURCES += src/sim/space/space.c
libprogram_la_SOURCES += src/sim/space/space.h
libprogram_la_SOURCES += src/sim/space/stencil.c
libprogram_la_SOURCES += src/sim/space/stencil.h
libprogram_la_SOURCES += src/sim/space/survey.c
libprogram_la_SOURCES += src/sim/space/transform.c
libprogram_la_SOURCES += src/sim/space/transform.h
libprogram_la_SOURCES += src/sim/space/vectors.c
libprogram_la_SOURCES += src/sim/space/vectors.h
libprogram_la_SOURCES += src/sim/space/voxel_fields.c
libprogram_la_SOURCES += src/sim/space/voxels.c
libprogram_la_SOURCES += src/sim/space/voxels.h
libprogram_la_SOURCES += src/sim/space/parts.h

# Kernels for GPUs as strings, in the order of their source
space_texts = \
  sim/space/frequency.h \
  sim/space/moduli.h \
  sim/space/kernels.h \
  sim/space/vectors.h \
  sim/space/rotated.h \
  sim/space/slopes.h \
  sim/space/rotated_scheme.h \
  sim/space/voxel_indices.h \
  sim/space/device_total.h
BUILT_SOURCES += src/sim/space/texts.inc
CLEANFILES += src/sim/space/texts.inc src/sim/space/texts.inc.new

src/sim/space/device.lo: src/sim/space/texts.inc

src/sim/space/texts.inc: FORCE
	@$(embed); embed $(space_texts)
