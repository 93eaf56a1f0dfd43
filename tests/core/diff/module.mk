# Tests of src/core/diff, one program for each .c file.
check_PROGRAMS += tests/core/diff/test_forward
check_PROGRAMS += tests/core/diff/test_operators
check_PROGRAMS += tests/core/diff/test_reverse
check_PROGRAMS += tests/core/diff/test_spectral
noinst_HEADERS += tests/core/diff/spectra.h
