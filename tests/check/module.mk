# Tests of src/check, each made from the .c file of its name.
noinst_HEADERS += tests/check/subjects.h
check_PROGRAMS += tests/check/test_checks
check_PROGRAMS += tests/check/test_differences
check_PROGRAMS += tests/check/test_eigen
check_PROGRAMS += tests/check/test_faults
check_PROGRAMS += tests/check/test_findings
check_PROGRAMS += tests/check/test_sampling
check_PROGRAMS += tests/check/test_good
check_PROGRAMS += tests/check/test_loading_replay
check_PROGRAMS += tests/check/test_mutants
check_PROGRAMS += tests/check/test_nominal
check_PROGRAMS += tests/check/test_own
noinst_HEADERS += tests/check/planted.h
