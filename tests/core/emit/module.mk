# Tests of src/core/emit, one program for each .c file.
check_PROGRAMS += tests/core/emit/test_function
check_PROGRAMS += tests/core/emit/test_schedule
check_PROGRAMS += tests/core/emit/test_single
noinst_HEADERS += tests/core/emit/shipped.h
