# Tests of src/tools/compare, one program for each .c file.
check_PROGRAMS += tests/tools/compare/test_compare
check_PROGRAMS += tests/tools/compare/test_norm
