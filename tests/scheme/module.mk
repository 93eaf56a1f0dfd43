# Tests of src/scheme, each made from the .c file of its name.
check_PROGRAMS += tests/scheme/test_schemes
