# Tests of src/tools/study, one program for each .c file.
check_PROGRAMS += tests/tools/study/test_accuracy
check_PROGRAMS += tests/tools/study/test_jobs
check_PROGRAMS += tests/tools/study/test_lists
check_PROGRAMS += tests/tools/study/test_order
check_PROGRAMS += tests/tools/study/test_picture
check_PROGRAMS += tests/tools/study/test_schemes
check_PROGRAMS += tests/tools/study/test_sweep
check_PROGRAMS += tests/tools/study/test_tangent
check_PROGRAMS += tests/tools/study/test_variants
noinst_HEADERS += tests/tools/study/studies.h
