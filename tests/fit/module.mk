# Tests of src/fit, each made from the .c file of its name.
check_PROGRAMS += tests/fit/test_bad
check_PROGRAMS += tests/fit/test_fit
check_PROGRAMS += tests/fit/test_minimize
noinst_HEADERS += tests/fit/fits.h
noinst_HEADERS += tests/fit/synthetic.h
