# Tests of src/emit, each made from the .c file of its name.
check_PROGRAMS += tests/emit/test_function
check_PROGRAMS += tests/emit/test_schedule
check_PROGRAMS += tests/emit/test_single
noinst_HEADERS += tests/emit/shipped.h
