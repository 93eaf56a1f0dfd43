# Tests of src/diff, each made from the .c file of its name.
check_PROGRAMS += tests/diff/test_forward
check_PROGRAMS += tests/diff/test_operators
check_PROGRAMS += tests/diff/test_reverse
check_PROGRAMS += tests/diff/test_spectral
noinst_HEADERS += tests/diff/spectra.h
