# Tests of src/core/expr, one program for each .c file.
check_PROGRAMS += tests/core/expr/test_elaborate
check_PROGRAMS += tests/core/expr/test_evaluate
check_PROGRAMS += tests/core/expr/test_function
check_PROGRAMS += tests/core/expr/test_graph
check_PROGRAMS += tests/core/expr/test_interpolate
check_PROGRAMS += tests/core/expr/test_optimize
check_PROGRAMS += tests/core/expr/test_parse
check_PROGRAMS += tests/core/expr/test_simplify
noinst_HEADERS += tests/core/expr/closed_forms.h
noinst_HEADERS += tests/core/expr/language.h
