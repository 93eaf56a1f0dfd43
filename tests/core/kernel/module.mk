# Tests of src/core/kernel, one program for each .c file.
check_PROGRAMS += tests/core/kernel/test_adaptive
check_PROGRAMS += tests/core/kernel/test_linear
check_PROGRAMS += tests/core/kernel/test_logarithmic
check_PROGRAMS += tests/core/kernel/test_measure
check_PROGRAMS += tests/core/kernel/test_order
dist_check_SCRIPTS += tests/core/kernel/fields.sh
noinst_HEADERS += tests/core/kernel/problem.h
