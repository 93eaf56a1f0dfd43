# Tests of src/batch, each made from the .c file of its name.
check_PROGRAMS += tests/batch/test_batch
check_PROGRAMS += tests/batch/test_resident
check_PROGRAMS += tests/batch/test_replay
check_PROGRAMS += tests/batch/test_control
check_PROGRAMS += tests/batch/test_external
check_PROGRAMS += tests/batch/test_large
noinst_HEADERS += tests/batch/archives.h
noinst_HEADERS += tests/batch/histories.h
noinst_HEADERS += tests/batch/many.h
