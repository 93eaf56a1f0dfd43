# Tests of src/sim/case, one program for each .c file.
check_PROGRAMS += tests/sim/case/test_target
check_PROGRAMS += tests/sim/case/test_case
check_PROGRAMS += tests/sim/case/test_case_errors
check_PROGRAMS += tests/sim/case/test_condition
check_PROGRAMS += tests/sim/case/test_history
check_PROGRAMS += tests/sim/case/test_path
check_PROGRAMS += tests/sim/case/test_philox
check_PROGRAMS += tests/sim/case/test_points
check_PROGRAMS += tests/sim/case/test_divide
check_PROGRAMS += tests/sim/case/test_rotation
noinst_HEADERS += tests/sim/case/cases.h
