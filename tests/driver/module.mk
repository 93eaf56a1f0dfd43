# Tests of src/driver, each made from the .c file of its name.
check_PROGRAMS += tests/driver/test_batch
check_PROGRAMS += tests/driver/test_choice
check_PROGRAMS += tests/driver/test_columns
check_PROGRAMS += tests/driver/test_curves
check_PROGRAMS += tests/driver/test_expect
check_PROGRAMS += tests/driver/test_kept
check_PROGRAMS += tests/driver/test_replay
check_PROGRAMS += tests/driver/test_run
check_PROGRAMS += tests/driver/test_sample
check_PROGRAMS += tests/driver/test_sensitivity
noinst_HEADERS += tests/driver/archives.h
noinst_HEADERS += tests/driver/away.h
noinst_HEADERS += tests/driver/histories.h
noinst_HEADERS += tests/driver/many.h
noinst_HEADERS += tests/driver/runs.h
