# Tests of src/tools/report, one program for each .c file.
check_PROGRAMS += tests/tools/report/test_mathml
check_PROGRAMS += tests/tools/report/test_print
