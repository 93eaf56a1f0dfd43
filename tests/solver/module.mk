# Tests of src/solver, each made from the .c file of its name.
check_PROGRAMS += tests/solver/test_schemes
