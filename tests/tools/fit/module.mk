# Tests of src/tools/fit, one program for each .c file.
check_PROGRAMS += tests/tools/fit/test_bad
check_PROGRAMS += tests/tools/fit/test_fit
check_PROGRAMS += tests/tools/fit/test_minimize
noinst_HEADERS += tests/tools/fit/fits.h
noinst_HEADERS += tests/tools/fit/synthetic.h
