# Tests of src/engine, each made from the .c file of its name.
check_PROGRAMS += tests/engine/test_cache
check_PROGRAMS += tests/engine/test_equilibrium
check_PROGRAMS += tests/engine/test_follow
check_PROGRAMS += tests/engine/test_frozen
check_PROGRAMS += tests/engine/test_incompressible
check_PROGRAMS += tests/engine/test_kinks
check_PROGRAMS += tests/engine/test_large
check_PROGRAMS += tests/engine/test_native
check_PROGRAMS += tests/engine/test_newton
check_PROGRAMS += tests/engine/test_reference
check_PROGRAMS += tests/engine/test_sensitivity
check_PROGRAMS += tests/engine/test_status
check_PROGRAMS += tests/engine/test_tangent
check_PROGRAMS += tests/engine/test_unwanted
noinst_HEADERS += tests/engine/combinations.h
noinst_HEADERS += tests/engine/points.h
EXTRA_DIST += tests/reference
