# Tests of src/core/solver, each made from the .c file of its name.
check_PROGRAMS += tests/core/solver/test_exclusions
check_PROGRAMS += tests/core/solver/test_schemes
