# Tests of src/tools/compare, each made from the .c file of its name.
check_PROGRAMS += tests/tools/compare/test_compare
check_PROGRAMS += tests/tools/compare/test_norm
