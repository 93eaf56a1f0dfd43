# Tests of src/study, each made from the .c file of its name.
check_PROGRAMS += tests/study/test_accuracy
check_PROGRAMS += tests/study/test_composite
check_PROGRAMS += tests/study/test_jobs
check_PROGRAMS += tests/study/test_lists
check_PROGRAMS += tests/study/test_order
check_PROGRAMS += tests/study/test_picture
check_PROGRAMS += tests/study/test_published
check_PROGRAMS += tests/study/test_schemes
check_PROGRAMS += tests/study/test_sweep
check_PROGRAMS += tests/study/test_tangent
check_PROGRAMS += tests/study/test_variants
noinst_HEADERS += tests/study/studies.h
