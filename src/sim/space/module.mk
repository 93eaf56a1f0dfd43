# Kernels for GPUs as strings, in the order of their source
space_texts = \
  sim/space/frequency.h \
  sim/space/moduli.h \
  sim/space/kernels.h \
  sim/space/vectors.h \
  sim/space/rotated.h \
  sim/space/rotated_scheme.h \
  sim/space/voxel_indices.h \
  sim/space/device_total.h
BUILT_SOURCES += src/sim/space/texts.inc
CLEANFILES += src/sim/space/texts.inc src/sim/space/texts.inc.new

src/sim/space/device.lo: src/sim/space/texts.inc

src/sim/space/texts.inc: FORCE
	@$(embed); embed $(space_texts)
