# Tests of src/core/diff, each made from the .c file of its name.
check_PROGRAMS += tests/core/diff/test_forward
check_PROGRAMS += tests/core/diff/test_operators
check_PROGRAMS += tests/core/diff/test_reverse
check_PROGRAMS += tests/core/diff/test_spectral
noinst_HEADERS += tests/core/diff/spectra.h
