# Tests of src/sim/batch, one program for each .c file.
check_PROGRAMS += tests/sim/batch/test_batch
check_PROGRAMS += tests/sim/batch/test_resident
check_PROGRAMS += tests/sim/batch/test_replay
check_PROGRAMS += tests/sim/batch/test_control
check_PROGRAMS += tests/sim/batch/test_external
check_PROGRAMS += tests/sim/batch/test_large
noinst_HEADERS += tests/sim/batch/archives.h
noinst_HEADERS += tests/sim/batch/histories.h
noinst_HEADERS += tests/sim/batch/many.h
