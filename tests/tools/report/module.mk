# Tests of src/tools/report, each made from the .c file of its name.
check_PROGRAMS += tests/tools/report/test_mathml
