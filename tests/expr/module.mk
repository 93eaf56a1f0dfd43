# Tests of src/expr, each made from the .c file of its name.
check_PROGRAMS += tests/expr/test_elaborate
check_PROGRAMS += tests/expr/test_evaluate
check_PROGRAMS += tests/expr/test_function
check_PROGRAMS += tests/expr/test_graph
check_PROGRAMS += tests/expr/test_interpolate
check_PROGRAMS += tests/expr/test_optimize
check_PROGRAMS += tests/expr/test_parse
check_PROGRAMS += tests/expr/test_mathml
check_PROGRAMS += tests/expr/test_print
check_PROGRAMS += tests/expr/test_simplify
noinst_HEADERS += tests/expr/closed_forms.h
noinst_HEADERS += tests/expr/language.h
