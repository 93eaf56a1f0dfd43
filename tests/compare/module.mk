# Tests of src/compare, each made from the .c file of its name.
check_PROGRAMS += tests/compare/test_compare
check_PROGRAMS += tests/compare/test_norm
