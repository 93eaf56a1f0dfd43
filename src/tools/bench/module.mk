# Files of src/tools/bench, including headers.
libprogram_la_SOURCES += src/tools/bench/bench.c
libprogram_la_SOURCES += src/tools/bench/bench.h
libprogram_la_SOURCES += src/tools/bench/device.c
libprogram_la_SOURCES += src/tools/bench/group.c
libprogram_la_SOURCES += src/tools/bench/group.h
libprogram_la_SOURCES += src/tools/bench/machine.c
libprogram_la_SOURCES += src/tools/bench/machine.h
libprogram_la_SOURCES += src/tools/bench/operations.c
libprogram_la_SOURCES += src/tools/bench/ratios.c
libprogram_la_SOURCES += src/tools/bench/report.c
libprogram_la_SOURCES += src/tools/bench/run.c
libprogram_la_SOURCES += src/tools/bench/trial.c
libprogram_la_SOURCES += src/tools/bench/vectors.c
libprogram_la_SOURCES += src/tools/bench/placement.c
libprogram_la_SOURCES += src/tools/bench/workload.c
libprogram_la_SOURCES += src/tools/bench/workload.h
