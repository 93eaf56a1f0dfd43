# Tests of src/path, each made from the .c file of its name.
check_PROGRAMS += tests/path/test_target
check_PROGRAMS += tests/path/test_case
check_PROGRAMS += tests/path/test_case_errors
check_PROGRAMS += tests/path/test_condition
check_PROGRAMS += tests/path/test_history
check_PROGRAMS += tests/path/test_path
check_PROGRAMS += tests/path/test_philox
check_PROGRAMS += tests/path/test_points
check_PROGRAMS += tests/path/test_divide
noinst_HEADERS += tests/path/cases.h
