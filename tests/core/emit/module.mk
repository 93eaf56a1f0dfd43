# Tests of src/core/emit, each made from the .c file of its name.
check_PROGRAMS += tests/core/emit/test_function
check_PROGRAMS += tests/core/emit/test_schedule
check_PROGRAMS += tests/core/emit/test_single
noinst_HEADERS += tests/core/emit/shipped.h
