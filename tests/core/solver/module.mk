# Tests of src/core/solver, one program for each .c file.
check_PROGRAMS += tests/core/solver/test_exclusions
check_PROGRAMS += tests/core/solver/test_schemes
