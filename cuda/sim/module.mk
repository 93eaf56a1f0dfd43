# Files of cuda/sim, including headers.
libprogram_la_SOURCES += cuda/sim/cufft.c
libprogram_la_SOURCES += cuda/sim/cufft.def
libprogram_la_SOURCES += cuda/sim/cufft.h
libprogram_la_SOURCES += cuda/sim/nccl.c
libprogram_la_SOURCES += cuda/sim/nccl.def
libprogram_la_SOURCES += cuda/sim/nccl.h
libprogram_la_SOURCES += cuda/sim/transpose.c
libprogram_la_SOURCES += cuda/sim/transpose.h
