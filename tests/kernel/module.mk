# Tests of src/kernel, each made from the .c file of its name.
check_PROGRAMS += tests/kernel/test_adaptive
check_PROGRAMS += tests/kernel/test_linear
check_PROGRAMS += tests/kernel/test_logarithmic
check_PROGRAMS += tests/kernel/test_measure
check_PROGRAMS += tests/kernel/test_order
dist_check_SCRIPTS += tests/kernel/fields.sh
noinst_HEADERS += tests/kernel/problem.h
