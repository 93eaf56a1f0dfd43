# Tests of src/tools/check, one program for each .c file.
noinst_HEADERS += tests/tools/check/subjects.h
check_PROGRAMS += tests/tools/check/test_checks
check_PROGRAMS += tests/tools/check/test_class
check_PROGRAMS += tests/tools/check/test_differences
check_PROGRAMS += tests/tools/check/test_eigen
check_PROGRAMS += tests/tools/check/test_expect
check_PROGRAMS += tests/tools/check/test_faults
check_PROGRAMS += tests/tools/check/test_findings
check_PROGRAMS += tests/tools/check/test_sampling
check_PROGRAMS += tests/tools/check/test_good
check_PROGRAMS += tests/tools/check/test_loading_replay
check_PROGRAMS += tests/tools/check/test_mutants
check_PROGRAMS += tests/tools/check/test_nominal
check_PROGRAMS += tests/tools/check/test_ranges
check_PROGRAMS += tests/tools/check/test_stated_values
noinst_HEADERS += tests/tools/check/planted.h
